/** What the marks in the readings mean. */
export const Legend = ({ columns }: { readonly columns: number }) => {
  if (columns < 2) return null
  return (
    <ul className="legend small" aria-label="What the marks mean">
      <li>
        <mark className="unmatched">only here</mark>
      </li>
      {columns > 2 && (
        <li>
          <mark className="partial">not everywhere</mark>
        </li>
      )}
      <li>
        <mark className="moved">elsewhere</mark>
      </li>
      <li>
        <span className="gap">−3</span> words missing
      </li>
    </ul>
  )
}
