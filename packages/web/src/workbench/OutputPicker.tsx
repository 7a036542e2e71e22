import type { OutputId } from '@polyparse/document/schema'
import { chosenProviders, choosableOutputs, offeredOutputs, wantedOutputs, type Choices } from '../request/choices.ts'
import { useSession } from '../session/session.tsx'
import { formatList } from '../design/format.ts'
import { useMessages } from '../language/messages.ts'

/** The outputs to produce; one that a chosen provider does not offer cannot be selected. */
export const OutputPicker = ({
  choices,
  onChange,
}: {
  readonly choices: Choices
  readonly onChange: (choices: Choices) => void
}) => {
  const messages = useMessages()
  const { providers: catalog } = useSession()
  const offered = offeredOutputs(choices, catalog)
  const wanted = wantedOutputs(choices, catalog)
  const chosen = chosenProviders(choices, catalog)
  const providersWithout = (id: OutputId) => chosen.filter(({ capabilities }) => !capabilities.outputs.includes(id))
  return (
    <fieldset className="choices-field">
      <legend>{messages.workbench.outputs}</legend>
      <div className="output-chips">
        {choosableOutputs.map((id) => (
          <label
            key={id}
            className="toggle-chip"
            title={
              offered.includes(id)
                ? undefined
                : messages.workbench.notOfferedBy(formatList(providersWithout(id).map(({ id }) => id)))
            }
          >
            <input
              type="checkbox"
              checked={wanted.includes(id)}
              disabled={!offered.includes(id)}
              onChange={(event) =>
                onChange({
                  ...choices,
                  outputs: choosableOutputs.filter((each) =>
                    each === id ? event.target.checked : wanted.includes(each),
                  ),
                })
              }
            />
            {messages.outputs[id]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
