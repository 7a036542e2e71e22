import { NamedProvider } from '../session/NamedProvider.tsx'
import { hueOfProvider } from '@polyparse/compare/view'
import { type DisputeAnswer, choicesOfDispute } from '@polyparse/compare/judgements'
import type { Settlement } from '@polyparse/contract/judgements'
import type { NumberedDispute } from '@polyparse/compare/view'
import { Undo2Icon } from '../design/icons.tsx'
import { type FormEvent, useState } from 'react'
import type { Judging } from '../judging/useJudging.ts'
import { readViewMessages, useViewMessages } from '../language/view-messages.ts'
import './settle.css'

type SettleDisputeProps = {
  readonly numbered: NumberedDispute
  readonly judging: Judging
  readonly onSettled: () => void
}

/** Asks what is right: one of the texts, another one that the user types, or nothing that matters. */
export const SettleDispute = ({ numbered, judging, onSettled }: SettleDisputeProps) => {
  const viewMessages = useViewMessages()
  const { number, dispute } = numbered
  const settlement = judging.settlementOf(number)
  const [typed, setTyped] = useState('')
  const { settle } = viewMessages.decision
  const say = (said: DisputeAnswer) => {
    judging.settle(numbered, said)
    onSettled()
  }
  if (settlement !== null)
    return (
      <p className="settle-said">
        <span>{saidOf(settlement)}</span>
        <button type="button" className="button" onClick={() => judging.undo(number)}>
          <Undo2Icon size={15} aria-hidden />
          {settle.undo}
        </button>
      </p>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    say({ answer: 'text', text: typed })
  }
  return (
    <div className="settle" role="group" aria-label={settle.question}>
      <p className="settle-question" aria-hidden>
        {settle.question}
      </p>
      <ul>
        {choicesOfDispute(dispute).map((choice, index) => (
          <li key={choice.providers.join(' ')}>
            <button type="button" className="button settle-choice" onClick={() => say({ answer: 'side', choice })}>
              {index < 9 && <kbd>{index + 1}</kbd>}
              <span className="settle-text" dir="auto">
                {choice.text === '' ? settle.nothing : choice.text}
              </span>
              <span className="settle-by">
                {choice.providers.map((provider) => (
                  <span key={provider} className={`hue-${hueOfProvider(provider)}`}>
                    <span className="swatch" aria-hidden />
                    <NamedProvider id={provider} />
                  </span>
                ))}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <form onSubmit={submit}>
        <kbd aria-hidden>T</kbd>
        <input
          className="input"
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          aria-label={settle.type}
          placeholder={settle.type}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <button type="submit" className="button" disabled={typed.trim() === ''}>
          {settle.confirm}
        </button>
      </form>
      <button type="button" className="button quiet settle-skip" onClick={() => say({ answer: 'skip' })}>
        <kbd aria-hidden>S</kbd>
        {settle.skip}
      </button>
    </div>
  )
}

const saidOf = ({ answer, truth = '', right }: Settlement) => {
  const { settle, skippedSentence } = readViewMessages().decision
  if (answer === 'skip') return skippedSentence
  const names = right.length === 0 ? settle.nobody : right.join(', ')
  return (
    <>
      <b dir="auto">{truth === '' ? settle.nothing : truth}</b> <span className="muted">· {settle.readBy(names)}</span>
    </>
  )
}
