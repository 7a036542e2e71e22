type FigureCellProps = { readonly label: string; readonly children: string | null }

/** A number with a name of its own where the head of the table is not shown. */
export const FigureCell = ({ label, children }: FigureCellProps) => (
  <td className={children === null ? 'number none' : 'number'} data-label={label}>
    {children ?? '–'}
  </td>
)
