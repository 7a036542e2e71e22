/** The key that “try it” sends; that of the workbench, where somebody has signed in. It is not put into any sample. */
export const KeyField = ({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
}) => (
  <div className="field reference-key">
    <label htmlFor="reference-key">API key for “Try it”</label>
    <input
      id="reference-key"
      className="input mono"
      type="password"
      autoComplete="off"
      spellCheck={false}
      placeholder="pp_live_…"
      value={value}
      onChange={({ target }) => onChange(target.value.trim())}
    />
    <span className="field-hint">Requests are real: a job that is created here is one of your account.</span>
  </div>
)
