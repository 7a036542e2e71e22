import type { FieldValue } from '@polyparse/document/schema'
import { CopyButton } from '../design/CopyButton.tsx'
import { formatShare } from '../design/format.ts'
import { blockOfField } from './doubts.ts'
import { PageLink } from './PageLink.tsx'
import type { Reading } from './reading.ts'
import { toTsv } from './tsv.ts'
import { messages } from '../language/messages.ts'

type Props = {
  readonly fields: readonly FieldValue[]
  readonly reading: Reading | null
  /** Shows the block of a field on its page. */
  readonly onPart: (page: number, id: string) => void
}

/** The values of a form with their labels, places, and how sure the reader is of the block that they are in. */
export const FieldsTab = ({ fields, reading, onPart }: Props) => {
  const rows = fields.map((field) => ({ field, block: reading === null ? undefined : blockOfField(reading, field) }))
  const isRated = rows.some(({ block }) => block?.confidence !== undefined)
  return (
    <>
      <div className="tab-bar">
        <span className="pane-space" />
        <CopyButton
          quiet
          label="TSV"
          what={messages.result.fieldsAsTsv}
          text={() =>
            toTsv([
              [messages.result.fieldLabel, messages.result.fieldValue, messages.result.page],
              ...fields.map((each) => [each.label, each.value, String(each.page)]),
            ])
          }
        />
      </div>
      <div className="panel-body fills">
        <div className="rendered-scroll">
          <table className="fields">
            <thead>
              <tr>
                <th scope="col">{messages.result.fieldLabel}</th>
                <th scope="col">{messages.result.fieldValue}</th>
                <th scope="col">{messages.result.page}</th>
                {isRated && <th scope="col">{messages.result.confidence}</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ field: { label, value, page }, block }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- the same field may be there twice
                <tr key={index}>
                  <td dir="auto">{label}</td>
                  <td dir="auto">{value}</td>
                  <td>
                    <PageLink page={page} onGo={() => onPart(page, block?.id ?? '')} />
                  </td>
                  {isRated && <td>{block?.confidence !== undefined && formatShare(block.confidence)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </>
  )
}
