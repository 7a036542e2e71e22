import { languages, languageTags } from '../language/languages.ts'
import { chooseLanguage, currentLanguage, messages } from '../language/messages.ts'

export const LanguagePicker = () => (
  <select
    className="input language"
    aria-label={messages.frame.language}
    title={messages.frame.language}
    value={currentLanguage()}
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
)
