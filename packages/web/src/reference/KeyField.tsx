/** The key that “Try it” sends; by default the key of the workbench. It never appears in a sample. */
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
    <span className="field-hint">Requests are real: a job created here belongs to your account.</span>
  </div>
)
