import { type LucideIcon, Plus } from 'lucide-react'
import styles from './file-button.module.css'

/** Opens the device's file picker for PDFs. A label around a native input: keyboard and screen readers know it. */
export function FileButton({
  label,
  icon: Icon = Plus,
  multiple,
  disabled,
  onPick,
}: {
  label: string
  icon?: LucideIcon
  multiple?: boolean
  disabled?: boolean
  onPick: (files: File[]) => void
}) {
  return (
    <label className={styles.button}>
      <input
        className={styles.input}
        type="file"
        accept="application/pdf,.pdf"
        multiple={multiple}
        disabled={disabled}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // Or picking the same file again, after removing it, would not be a change
          event.target.value = ''
          onPick(files)
        }}
      />
      <Icon size={20} strokeWidth={2.4} aria-hidden />
      {label}
    </label>
  )
}
