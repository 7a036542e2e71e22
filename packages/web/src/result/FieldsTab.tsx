import type { FieldValue } from '@polyparse/document/schema'
import { PageLink } from './PageLink.tsx'

type Props = { readonly fields: readonly FieldValue[]; readonly onPage: (page: number) => void }

/** The values of a form with their labels. */
export const FieldsTab = ({ fields, onPage }: Props) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Label</th>
        <th scope="col">Value</th>
        <th scope="col">Page</th>
      </tr>
    </thead>
    <tbody>
      {fields.map(({ label, value, page }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same field may be there twice
        <tr key={index}>
          <td dir="auto">{label}</td>
          <td dir="auto">{value}</td>
          <td>
            <PageLink page={page} onGo={() => onPage(page)} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
