import type { ParseResult } from '@polyparse/contract'
import { hueOfProvider } from '@polyparse/compare/view'
import { useMemo, useState } from 'react'
import { formatMoney, formatShare } from '../design/format.ts'
import { useFieldJudging, type FieldComparisons, type FieldJudging } from '../judging/useFieldJudging.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { NamedProvider } from '../session/NamedProvider.tsx'
import { shadeOf } from './doubts.ts'
import { nameOfField, textOfDatum } from './extracted-values.ts'
import { MoreRows, rowsAtOnce } from './MoreRows.tsx'
import { SettleField } from './SettleField.tsx'

type Field = FieldComparisons['fields'][number]
type FieldValue = Field['values'][number]

/** A field with its number in the comparison, from 1, and what a person calls it. */
type NumberedField = { readonly number: number; readonly name: string; readonly field: Field }

type FieldComparisonTableProps = {
  readonly comparison: FieldComparisons
  readonly document: { readonly name: string; readonly result: ParseResult }
  readonly onShow: (place: Pick<FieldValue, 'page' | 'bbox'>) => void
}

const agreementRanks: Readonly<Record<Field['agreement'], number>> = { disputed: 0, partial: 1, agreed: 2, empty: 3 }

/** Shows several fillings of a schema, a column for each, the disputed values first. */
export const FieldComparisonTable = ({ comparison, document, onShow }: FieldComparisonTableProps) => {
  const { extraction: words } = useViewMessages()
  const judging = useFieldJudging(comparison, document)
  const [shown, setShown] = useState(rowsAtOnce)
  const fields = useMemo(() => numberedFields(comparison), [comparison])
  return (
    <>
      <table className="fields compared-fields">
        <caption className="hidden">{words.compared}</caption>
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            {comparison.models.map((model) => (
              <th key={model.id} scope="col" className={`hue-${hueOfProvider(model.id)}`}>
                <span className="swatch" aria-hidden /> <NamedProvider id={model.id} />
                <span className="small muted">{modelNote(model, words)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.slice(0, shown).map((each) => (
            <FieldRows
              key={each.number}
              {...each}
              models={comparison.models}
              types={comparison.types}
              judging={judging}
              onShow={onShow}
            />
          ))}
        </tbody>
      </table>
      <MoreRows rest={fields.length - shown} onMore={() => setShown(shown + rowsAtOnce)} />
    </>
  )
}

const numberedFields = ({ fields, models }: FieldComparisons): NumberedField[] => {
  const dataOf = new Map(models.map((model) => [model.id, model.data]))
  return fields
    .map((field, index) => {
      const [first] = field.values
      const name = first === undefined ? (field.path ?? '') : nameOfField(first.path, dataOf.get(first.by))
      return { number: index + 1, name, field }
    })
    .toSorted((one, other) => agreementRanks[one.field.agreement] - agreementRanks[other.field.agreement])
}

type Words = ReturnType<typeof useViewMessages>['extraction']

const modelNote = (model: FieldComparisons['models'][number], words: Words): string => {
  if (model.status !== 'filled') return words.notFilled
  const { cost, currency } = model.usage
  return cost === undefined ? '' : formatMoney(cost, currency)
}

type FieldRowsProps = NumberedField & {
  readonly models: FieldComparisons['models']
  readonly types: FieldComparisons['types']
  readonly judging: FieldJudging | null
  readonly onShow: FieldComparisonTableProps['onShow']
}

const FieldRows = ({ number, name, field, models, types, judging, onShow }: FieldRowsProps) => {
  const { extraction: words } = useViewMessages()
  const isOpen = field.agreement === 'disputed' || field.agreement === 'partial'
  return (
    <>
      <tr className={`is-${field.agreement}`}>
        <th scope="row" dir="auto">
          {name} <span className="small muted">{words.agreements[field.agreement]}</span>
        </th>
        {models.map((model) => (
          <td key={model.id} dir="auto">
            <ComparedValue value={field.values.find(({ by }) => by === model.id)} field={field} onShow={onShow} />
          </td>
        ))}
      </tr>
      {judging !== null && isOpen && field.values.length > 0 && (
        <tr className="settle-row">
          <td colSpan={models.length + 1}>
            <SettleField number={number} name={name} values={field.values} types={types} judging={judging} />
          </td>
        </tr>
      )}
    </>
  )
}

const ComparedValue = ({
  value,
  field,
  onShow,
}: {
  readonly value: FieldValue | undefined
  readonly field: Field
  readonly onShow: FieldComparisonTableProps['onShow']
}) => {
  const { extraction: words } = useViewMessages()
  if (value === undefined) return <span className="muted">—</span>
  const text = textOfDatum(value.value)
  if (text === '') return <span className="muted small">{words.notFound}</span>
  const isProved = field.proved.includes(value.by)
  if (value.page === null || !isProved)
    return (
      <span
        className={`value ${isProved ? shadeOf(value.confidence) : 'doubt-3'}`}
        title={isProved ? '' : words.notProved}
      >
        {text}
      </span>
    )
  return (
    <button
      type="button"
      className={`value ${shadeOf(value.confidence)}`}
      title={words.place(value.page, formatShare(value.confidence))}
      onClick={() => onShow(value)}
    >
      {text}
    </button>
  )
}
