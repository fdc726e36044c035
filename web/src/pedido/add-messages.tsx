import { ARCHIVO_REPETIDO } from '@imprimitodo/shared/rules/archivo'
import { useEffect, useRef } from 'react'
import { Notice } from '../ui/notice.tsx'
import styles from './add-messages.module.css'
import type { AddMessages as Messages } from './use-archivos.ts'

/** The files that were not added, and why. */
export function AddMessages({ messages, onClose }: { messages: Messages | null; onClose: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  // Scrolls to it: on a phone it would be below the visible part
  useEffect(() => {
    if (messages) place.current?.scrollIntoView({ block: 'nearest' })
  }, [messages])
  if (!messages) return null
  const { repetidos, refused } = messages
  return (
    <div ref={place}>
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
    </div>
  )
}
