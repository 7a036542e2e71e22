/** The figures beside a verdict, by their names. */
export const VerdictFigures = ({ figures }: { readonly figures: readonly (readonly [string, string])[] }) => (
  <dl className="verdict-figures">
    {figures.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
