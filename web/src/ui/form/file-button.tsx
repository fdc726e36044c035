import { type LucideIcon, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { cx } from '../cx.ts'
import styles from './file-button.module.css'

/**
 * Opens the device's file picker, for PDFs unless `accept` says otherwise. A label around a native input: keyboard and
 * screen readers know it. `look`: 'primary' is the one main action of a screen, 'frame' a place to drop files on, 'text' reads like a
 * link.
 */
export function FileButton({
  label,
  icon: Icon = Plus,
  accept = 'application/pdf,.pdf',
  camera,
  multiple,
  disabled,
  look,
  errorId,
  onPick,
}: {
  label: ReactNode
  icon?: LucideIcon
  accept?: string
  /** On a phone the camera opens directly. */
  camera?: boolean
  multiple?: boolean
  disabled?: boolean
  look?: 'primary' | 'frame' | 'text'
  /** The element with what is wrong with the file, where something is. */
  errorId?: string | undefined
  onPick: (files: File[]) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const take = () => {
    const files = [...(input.current?.files ?? [])]
    // Or picking the same file again, after removing it, would not be a change
    if (input.current) input.current.value = ''
    onPick(files)
  }
  // Files picked in a page made ahead, before React took it over
  const takeEarly = useEffectEvent(() => {
    if (input.current?.files?.length) take()
  })
  useEffect(() => takeEarly(), [])
  return (
    <label className={cx(styles.button, look && styles[look])}>
      <input
        ref={input}
        className={styles.input}
        type="file"
        accept={accept}
        capture={camera ? 'environment' : undefined}
        multiple={multiple}
        disabled={disabled}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        onChange={take}
      />
      <Icon size={20} strokeWidth={2.4} aria-hidden />
      {label}
    </label>
  )
}
