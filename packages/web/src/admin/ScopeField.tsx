import { type Scope, scopes } from '@polyparse/contract'

const words: Readonly<Record<Scope, string>> = {
  'jobs:write': 'create, retry and cancel jobs',
  'jobs:read': 'read jobs, usage and providers',
  'jobs:delete': 'erase jobs',
  webhooks: 'rotate the webhook secret, send test webhooks',
}

type Props = { readonly allowed: readonly Scope[]; readonly onChange: (allowed: readonly Scope[]) => void }

/** What a key may be used for; at least one. */
export const ScopeField = ({ allowed, onChange }: Props) => (
  <fieldset className="field key-scopes">
    <legend>May</legend>
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
        <span>{words[scope]}</span>
      </label>
    ))}
  </fieldset>
)
