import { PencilIcon, SaveIcon, StarIcon, Trash2Icon } from '../design/icons.tsx'
import { useId, useState } from 'react'
import { CopyButton } from '../design/CopyButton.tsx'
import { useToast } from '../design/toast.tsx'
import { useMessages } from '../language/messages.ts'
import type { Choices } from '../request/choices.ts'
import { useSession } from '../session/session.tsx'
import { ownChoices, toPreset, type Preset } from './preset.ts'
import { linkOfPreset } from './preset-link.ts'
import { PresetNameForm } from './PresetNameForm.tsx'
import { chooseDefault, removePreset, renamePreset, storePreset, usePresets } from './stored-presets.ts'
import './presets.css'

type PresetsProps = { readonly choices: Choices; readonly onChange: (choices: Choices) => void }

/** Choices under names, kept in this browser: to choose one, to save the current ones, and what can be done with one. */
export const Presets = ({ choices, onChange }: PresetsProps) => {
  const messages = useMessages()
  const { providers: catalog } = useSession()
  const { presets, default: defaultName } = usePresets()
  const showToast = useToast()
  const select = useId()
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null)
  const [deleted, setDeleted] = useState<Preset | null>(null)
  const words = messages.presets

  const own = (preset: Preset): Choices => ownChoices(preset, catalog)
  const now = JSON.stringify(toPreset('', choices).choices)
  const selected = presets.find((preset) => JSON.stringify(toPreset('', own(preset)).choices) === now) ?? null

  const store = (name: string) => {
    if (naming === 'rename' && selected !== null) renamePreset(selected, name)
    else storePreset(toPreset(name, choices))
    setNaming(null)
    showToast(words.saved(name))
  }
  const remove = (preset: Preset) => {
    removePreset(preset.name)
    setDeleted(preset)
    showToast(words.deleted(preset.name))
  }

  return (
    <div className="presets">
      {presets.length > 0 && (
        <>
          <label htmlFor={select}>{words.title}</label>
          <select
            id={select}
            className="input"
            value={selected?.name ?? ''}
            onChange={({ target }) => {
              const preset = presets.find(({ name }) => name === target.value)
              if (preset !== undefined) onChange(own(preset))
            }}
          >
            <option value="">{words.none}</option>
            {presets.map(({ name }) => (
              <option key={name} value={name}>
                {name === defaultName ? words.isDefault(name) : name}
              </option>
            ))}
          </select>
        </>
      )}
      {naming !== null ? (
        <PresetNameForm
          name={naming === 'rename' ? (selected?.name ?? '') : ''}
          taken={presets.map(({ name }) => name).filter((name) => naming === 'new' || name !== selected?.name)}
          onSubmit={store}
          onCancel={() => setNaming(null)}
        />
      ) : (
        <div className="presets-actions">
          {selected === null ? (
            <button type="button" className="button quiet" onClick={() => setNaming('new')}>
              <SaveIcon size={14} aria-hidden />
              {words.save}
            </button>
          ) : (
            <>
              <CopyButton
                quiet
                label={words.link}
                what={words.theLink}
                text={() => linkOfPreset(location.origin, selected)}
              />
              <button
                type="button"
                className="button quiet"
                aria-pressed={selected.name === defaultName}
                onClick={() => chooseDefault(selected.name === defaultName ? null : selected.name)}
              >
                <StarIcon size={14} aria-hidden />
                {words.makeDefault}
              </button>
              <button type="button" className="button quiet" onClick={() => setNaming('rename')}>
                <PencilIcon size={14} aria-hidden />
                {words.rename}
              </button>
              <button type="button" className="button quiet" onClick={() => remove(selected)}>
                <Trash2Icon size={14} aria-hidden />
                {words.delete}
              </button>
            </>
          )}
          {deleted !== null && (
            <button
              type="button"
              className="button quiet"
              onClick={() => {
                storePreset(deleted)
                setDeleted(null)
              }}
            >
              {words.restore(deleted.name)}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
