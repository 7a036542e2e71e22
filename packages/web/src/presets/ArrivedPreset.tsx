import { useEffect, useState } from 'react'
import { Notice } from '../design/Notice.tsx'
import { readMessages, useMessages } from '../language/messages.ts'
import type { Choices } from '../request/choices.ts'
import { go, hrefOf, useRoute } from '../routing/route.ts'
import { useSession } from '../session/session.tsx'
import { adopt, type Adopted, type Lacking, type Preset } from './preset.ts'
import { presetOf } from './preset-link.ts'
import { storePreset } from './stored-presets.ts'

type Arrived = Adopted & { readonly preset: Preset }

/** Adopts the preset of a link, `#/?preset=…`, and says what of it is chosen now. Nothing is sent because of a link. */
export const ArrivedPreset = ({ onAdopt }: { readonly onAdopt: (choices: Choices) => void }) => {
  const messages = useMessages()
  const { providers: catalog } = useSession()
  const text = useRoute().query['preset']
  const [arrived, setArrived] = useState<Arrived | 'invalid' | null>(null)
  useEffect(() => {
    if (text === undefined) return
    const preset = presetOf(text)
    const adopted = preset === null ? null : adopt(preset, catalog)
    setArrived(preset === null || adopted === null ? 'invalid' : { ...adopted, preset })
    if (adopted !== null) onAdopt(adopted.choices)
    // A reload must not undo what is changed from here on.
    go(hrefOf(['advanced']), { replace: true })
  }, [text, catalog, onAdopt])

  const words = messages.presets
  const close = () => setArrived(null)
  const dismiss = (
    <button type="button" className="button quiet" onClick={close}>
      {words.dismiss}
    </button>
  )
  if (arrived === null) return null
  if (arrived === 'invalid')
    return (
      <Notice tone="wait" title={words.invalid} actions={dismiss}>
        {words.invalidWhy}
      </Notice>
    )
  const { preset, choices, lacking, unchecked } = arrived
  const useUnchecked = () => {
    const all = { ...choices, options: { ...choices.options, ...unchecked } }
    onAdopt(all)
    setArrived({ ...arrived, choices: all, unchecked: {} })
  }
  const keep = () => {
    storePreset({ ...preset, choices })
    close()
  }
  return (
    <Notice
      title={words.adopted(preset.name)}
      actions={
        <>
          <button type="button" className="button" onClick={keep}>
            {words.keep}
          </button>
          {Object.keys(unchecked).length > 0 && (
            <button type="button" className="button" onClick={useUnchecked}>
              {words.adoptThem}
            </button>
          )}
          {dismiss}
        </>
      }
    >
      <p>{words.nothingSent}</p>
      {(lacking.length > 0 || Object.keys(unchecked).length > 0) && (
        <ul className="preset-lacking">
          {lacking.map((each) => (
            <li key={JSON.stringify(each)}>{lackingText(each)}</li>
          ))}
          {Object.entries(unchecked).map(([id, options]) => (
            <li key={id}>{words.unchecked(id, JSON.stringify(options))}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

const lackingText = (lacking: Lacking): string => {
  const words = readMessages().presets.lacking
  switch (lacking.kind) {
    case 'provider':
      return words.provider(lacking.id)
    case 'output':
      return words.output(lacking.output)
    case 'option':
      return words.option(lacking.id, lacking.option)
  }
}
