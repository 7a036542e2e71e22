import { type Scope, scopes } from '@polyparse/contract'
import { useViewMessages } from '../language/view-messages.ts'

type ScopeFieldProps = { readonly allowed: readonly Scope[]; readonly onChange: (allowed: readonly Scope[]) => void }

/** Lets one choose what a key may be used for; at least one. */
export const ScopeField = ({ allowed, onChange }: ScopeFieldProps) => {
  const viewMessages = useViewMessages()
  return (
    <fieldset className="field key-scopes">
      <legend>{viewMessages.admin.may}</legend>
      {scopes.map((scope) => (
        <label key={scope} className="check">
          <input
            type="checkbox"
            checked={allowed.includes(scope)}
            disabled={allowed.length === 1 && allowed.includes(scope)}
            onChange={({ target }) =>
              onChange(scopes.filter((each) => (each === scope ? target.checked : allowed.includes(each))))
            }
          />
          <span>{viewMessages.admin.scopes[scope]}</span>
        </label>
      ))}
    </fieldset>
  )
}
