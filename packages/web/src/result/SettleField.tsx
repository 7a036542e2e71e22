import { isSameFieldValue, typedFieldValue, typeOfField } from '@polyparse/compare/judgements'
import { firstOf } from '@polyparse/document/items'
import { type FormEvent, useState } from 'react'
import { Undo2Icon } from '../design/icons.tsx'
import { formatList } from '../design/format.ts'
import type { FieldComparisons, FieldJudging } from '../judging/useFieldJudging.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { textOfDatum } from './extracted-values.ts'

type SettleFieldProps = {
  readonly number: number
  readonly name: string
  readonly values: FieldComparisons['fields'][number]['values']
  readonly types: FieldComparisons['types'] | undefined
  readonly judging: FieldJudging
}

/** Asks which value is right: one of those, another one that the user types, or that the document has none. */
export const SettleField = ({ number, name, values, types, judging }: SettleFieldProps) => {
  const { extraction: words, decision } = useViewMessages()
  const { settle, skippedSentence } = decision
  const [typed, setTyped] = useState('')
  const settlement = judging.settlementOf(number)
  if (settlement !== null) {
    const { answer, truth = null, right } = settlement
    return (
      <p className="settled-field small">
        {answer === 'skip' ? (
          skippedSentence
        ) : (
          <span>
            <b dir="auto">{truth === null ? settle.nothing : textOfDatum(truth)}</b>{' '}
            <span className="muted">· {settle.readBy(right.length === 0 ? settle.nobody : formatList(right))}</span>
          </span>
        )}
        <button type="button" className="button quiet" onClick={() => judging.undo(number)}>
          <Undo2Icon size={14} aria-hidden /> {settle.undo}
        </button>
      </p>
    )
  }
  const choices = values.filter(
    ({ value }, index) => values.findIndex((each) => isSameFieldValue(each.value, value)) === index,
  )
  const own = typedFieldValue(typed, typeOfField(firstOf(values).path, types ?? []))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (own !== undefined) judging.settle(number, { answer: 'value', value: own })
  }
  return (
    <div className="settle-field small" role="group" aria-label={words.settleNamed(name)}>
      <span className="muted">{settle.question}</span>
      {choices.map(({ by, value }) => (
        <button
          key={by}
          type="button"
          className="button"
          dir="auto"
          onClick={() => judging.settle(number, { answer: 'side', value })}
        >
          {value === null ? settle.nothing : textOfDatum(value)}
        </button>
      ))}
      <form onSubmit={submit}>
        <input
          className="input"
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          aria-label={words.typeValueOf(name)}
          placeholder={settle.type}
          value={typed}
          aria-invalid={own === undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
        <button type="submit" className="button" disabled={typed.trim() === '' || own === undefined}>
          {settle.confirm}
        </button>
      </form>
      <button type="button" className="button quiet" onClick={() => judging.settle(number, { answer: 'skip' })}>
        {settle.skip}
      </button>
    </div>
  )
}
