import { hueOfProvider } from '@polyparse/compare/view'
import { useId } from 'react'
import type { CatalogEntry } from '@polyparse/contract'
import type { Choices } from '../request/choices.ts'
import { useSession } from '../session/session.tsx'
import { readMessages, useMessages } from '../language/messages.ts'
import './provider-picker.css'

/** The catalog as cards: one can be chosen to parse, several to compare. Disabled ones say which setting enables them. */
export const ProviderPicker = ({
  choices,
  onChange,
}: {
  readonly choices: Choices
  readonly onChange: (choices: Choices) => void
}) => {
  const messages = useMessages()
  const { providers: catalog } = useSession()
  const name = useId()
  const missing = catalog.filter(({ enabled }) => !enabled)
  const isChosen = ({ id }: CatalogEntry): boolean =>
    choices.operation === 'parse' ? id === choices.provider : choices.providers.includes(id)
  const toggle = ({ id }: CatalogEntry) => {
    if (choices.operation === 'parse') onChange({ ...choices, provider: id })
    else if (choices.providers.includes(id))
      onChange({ ...choices, providers: choices.providers.filter((each) => each !== id) })
    // They are in the order of the catalog, which is that of the columns.
    else
      onChange({
        ...choices,
        providers: catalog.map((entry) => entry.id).filter((each) => each === id || choices.providers.includes(each)),
      })
  }
  return (
    <fieldset className="providers">
      <legend className="hidden">
        {choices.operation === 'parse' ? messages.workbench.theProvider : messages.workbench.theProviders}
      </legend>
      <div className="provider-cards">
        {catalog.map((entry) =>
          entry.enabled ? (
            <label key={entry.id} className={`provider-card hue-${hueOfProvider(entry.id)}`}>
              <input
                type={choices.operation === 'parse' ? 'radio' : 'checkbox'}
                name={name}
                checked={isChosen(entry)}
                onChange={() => toggle(entry)}
              />
              <span className="provider-name">
                <span className="swatch" aria-hidden />
                {entry.name}
              </span>
              <code className="muted">{entry.id}</code>
              <span className="provider-abilities">
                {abilitiesOf(entry).map((ability) => (
                  <span key={ability} className="chip">
                    {ability}
                  </span>
                ))}
              </span>
            </label>
          ) : null,
        )}
      </div>
      {missing.length > 0 && (
        <details className="providers-missing small">
          <summary>{messages.workbench.moreWithKey(missing.length)}</summary>
          <dl>
            {missing.map(({ id, name, missing: setting }) => (
              <div key={id}>
                <dt>{name}</dt>
                <dd className="muted">
                  {setting === undefined ? messages.workbench.notEnabled : <code>{setting}</code>}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </fieldset>
  )
}

/** Returns what distinguishes a provider, in a word each; common abilities are left out. */
const abilitiesOf = ({ capabilities, mediaTypes }: CatalogEntry): string[] => {
  const { abilities } = readMessages().workbench
  const named = capabilities.features.flatMap((feature) => (feature === 'page-selection' ? [] : [abilities[feature]]))
  const special = capabilities.outputs.flatMap((output) =>
    output === 'chunks' || output === 'html' ? [abilities[output]] : [],
  )
  const reads = mediaTypes ?? []
  const images = reads.some((type) => type.startsWith('image/'))
  const office = reads.some((type) => type.includes('officedocument'))
  return [...(office ? [abilities.office] : images ? [abilities.images] : []), ...named, ...special]
}
