import type { FieldValue } from '@polyparse/document/schema'
import { CopyButton } from '../design/CopyButton.tsx'
import { formatShare } from '../design/format.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { toCsv } from './csv.ts'
import { blockOfField } from './doubts.ts'
import { SaveButton } from './MarkupTab.tsx'
import { LinkToPage } from './PageLink.tsx'
import type { ResultReading } from './reading.ts'
import type { Spot } from './spot.ts'
import { toTsv } from './tsv.ts'

type FieldsTabProps = {
  readonly fields: readonly FieldValue[]
  readonly reading: ResultReading | null
  /** The name of the document, for files. */
  readonly name: string
  /** Shows the place of a field on its page, and the block that it is in. */
  readonly onSpot: (spot: Spot, block: string) => void
}

/** The values of a form with their labels, places, and how sure the reader is of the block that they are in. */
export const FieldsTab = ({ fields, reading, name, onSpot }: FieldsTabProps) => {
  const viewMessages = useViewMessages()
  const rows = fields.map((field) => ({ field, block: reading === null ? undefined : blockOfField(reading, field) }))
  const isRated = rows.some(({ block }) => block?.confidence !== undefined)
  const grid = () => [
    [viewMessages.result.fieldLabel, viewMessages.result.fieldValue, viewMessages.result.page],
    ...fields.map((each) => [each.label, each.value, String(each.page)]),
  ]
  const json = () => `${JSON.stringify(fields, null, 2)}\n`
  return (
    <>
      <div className="tab-bar">
        <span className="pane-space" />
        <CopyButton quiet label="TSV" what={viewMessages.result.fieldsAs('TSV')} text={() => toTsv(grid())} />
        <CopyButton quiet label="JSON" what={viewMessages.result.fieldsAs('JSON')} text={json} />
        <SaveButton label="CSV" text={() => toCsv(grid())} file={`${name}-fields.csv`} type="text/csv" />
        <SaveButton label="JSON" text={json} file={`${name}-fields.json`} type="application/json" />
      </div>
      <div className="panel-body fills">
        <div className="rendered-scroll">
          <table className="fields">
            <thead>
              <tr>
                <th scope="col">{viewMessages.result.fieldLabel}</th>
                <th scope="col">{viewMessages.result.fieldValue}</th>
                <th scope="col">{viewMessages.result.page}</th>
                {isRated && <th scope="col">{viewMessages.result.confidence}</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ field: { label, value, page, bbox }, block }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- the same field may be there twice
                <tr key={index}>
                  <td dir="auto">{label}</td>
                  <td dir="auto">{value}</td>
                  <td>
                    <LinkToPage page={page} onGo={() => onSpot({ page, bbox }, block?.id ?? '')} />
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
