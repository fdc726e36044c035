import { ARCHIVO_REPETIDO } from '@imprimitodo/shared/rules/archivo'
import { Notice } from '../ui/notice.tsx'
import styles from './add-messages.module.css'
import type { AddMessages as Messages } from './use-archivos.ts'

/** What was not added, and why. */
export function AddMessages({ messages, onClose }: { messages: Messages | null; onClose: () => void }) {
  if (!messages) return null
  const { repetidos, refused } = messages
  return (
    <Notice tone="error" onClose={onClose}>
      {repetidos.length > 0 && (
        <p>
          <span>{ARCHIVO_REPETIDO}</span>
          <span className={styles.names}>{repetidos.join(', ')}</span>
        </p>
      )}
      {refused.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  )
}
