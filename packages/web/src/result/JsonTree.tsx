import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDownIcon, ChevronRightIcon } from '../design/icons.tsx'
import { useMemo, useRef, useState } from 'react'
import { formatNumber } from '../design/format.ts'
import { readViewMessages } from '../language/view-messages.ts'
import './json-tree.css'

/** One line of the tree: a member of an object or a list, or the whole. */
type JsonTreeLine = { readonly path: string; readonly name: string; readonly depth: number; readonly value: unknown }

const membersOf = (value: unknown): [string, unknown][] | null =>
  typeof value === 'object' && value !== null ? Object.entries(value) : null

/** The visible lines, given the open parts; a closed part costs nothing, however large it is. */
const linesOfJsonTree = (line: JsonTreeLine, open: ReadonlySet<string>): JsonTreeLine[] => {
  const members = membersOf(line.value)
  if (members === null || !open.has(line.path)) return [line]
  return [
    line,
    ...members.flatMap(([name, value]) =>
      linesOfJsonTree({ path: `${line.path}/${name}`, name, depth: line.depth + 1, value }, open),
    ),
  ]
}

/** Any JSON as a tree that opens part by part. */
export const JsonTree = ({ value, label }: { readonly value: unknown; readonly label: string }) => {
  const scroller = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(['']))
  const lines = useMemo(() => linesOfJsonTree({ path: '', name: '', depth: 0, value }, open), [value, open])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 24,
    overscan: 20,
  })
  const toggle = (path: string) => {
    const next = new Set(open)
    if (!next.delete(path)) next.add(path)
    setOpen(next)
  }
  return (
    <div ref={scroller} className="json-tree" translate="no" role="region" aria-label={label} tabIndex={0}>
      <div className="source-all" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index]
          return (
            line !== undefined && (
              <div
                key={line.path}
                data-index={index}
                ref={virtual.measureElement}
                className="json-line"
                style={{ transform: `translateY(${start}px)`, paddingInlineStart: `${line.depth * 1.1 + 0.75}rem` }}
              >
                <JsonLine line={line} isOpen={open.has(line.path)} onToggle={() => toggle(line.path)} />
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

const JsonLine = ({
  line: { name, value },
  isOpen,
  onToggle,
}: {
  readonly line: JsonTreeLine
  readonly isOpen: boolean
  readonly onToggle: () => void
}) => {
  const members = membersOf(value)
  const key = name === '' ? null : <span className="json-name">{name}</span>
  if (members === null)
    return (
      <>
        <span className="json-space" />
        {key} <span className={`json-${value === null ? 'null' : typeof value}`}>{textOfJsonValue(value)}</span>
      </>
    )
  const Icon = isOpen ? ChevronDownIcon : ChevronRightIcon
  return (
    <button type="button" aria-expanded={isOpen} onClick={onToggle}>
      <Icon size={13} aria-hidden />
      {key}{' '}
      <span className="muted">
        {Array.isArray(value) ? `[${formatNumber(members.length)}]` : `{${formatNumber(members.length)}}`}
      </span>
    </button>
  )
}

/** Longer strings, such as the bytes of an image, are cut. */
const maxTextLength = 600

const textOfJsonValue = (value: unknown): string => {
  if (typeof value !== 'string') return String(value)
  return value.length > maxTextLength
    ? `${JSON.stringify(value.slice(0, maxTextLength))} … ${readViewMessages().result.characters(value.length)}`
    : JSON.stringify(value)
}
