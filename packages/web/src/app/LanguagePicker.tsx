import { LanguagesIcon } from '../design/icons.tsx'
import { languages, languageTags } from '../language/languages.ts'
import { chooseLanguage, useMessages, useLanguage } from '../language/messages.ts'
import './language-picker.css'

/** The browser's own list, which it opens over a button that is as short as the bar needs it. */
export const LanguagePicker = () => {
  const messages = useMessages()
  const current = useLanguage()
  return (
    <div className="button quiet language" title={messages.frame.language}>
      <LanguagesIcon size={16} aria-hidden />
      <span aria-hidden>
        <span className="language-name">{languages[current].name}</span>
        <span className="language-tag">{current}</span>
      </span>
      <select
        aria-label={messages.frame.language}
        value={current}
        onChange={({ target }) => {
          const tag = languageTags.find((each) => each === target.value)
          if (tag !== undefined) void chooseLanguage(tag)
        }}
      >
        {languageTags.map((tag) => (
          <option key={tag} value={tag} lang={tag}>
            {languages[tag].name}
          </option>
        ))}
      </select>
    </div>
  )
}
