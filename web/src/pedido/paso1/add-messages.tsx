import { ARCHIVO_REPETIDO } from '@imprimitodo/shared/rules/compra/archivo'
import { RotateCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { TextButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import type { NotAdded } from '../carrito/use-archivos.ts'
import styles from './add-messages.module.css'

/** The files that were not added, and why. `onReplace`: one of them is to take the place of the listed one. */
export function AddMessages({
  messages,
  onReplace,
  onClose,
}: {
  messages: NotAdded | null
  onReplace: (id: string, file: File) => void
  onClose: () => void
}) {
  const place = useRef<HTMLDivElement>(null)
  // Scrolls to it: on a phone it would be below the visible part
  useEffect(() => {
    if (messages) place.current?.scrollIntoView({ block: 'nearest' })
  }, [messages])
  if (!messages) return null
  const { repetidos, distintos, refused } = messages
  return (
    <div ref={place}>
      <Notice tone="error" onClose={onClose}>
        {repetidos.length > 0 && (
          <p>
            <span>{ARCHIVO_REPETIDO}</span>
            <span className={styles.names}>{repetidos.join(', ')}</span>
          </p>
        )}
        {distintos.length > 0 && (
          <>
            <p className={styles.names}>
              ¿Cambiaste {distintos.map(({ file }) => `«${file.name}»`).join(', ')}? Lo nuevo toma el lugar y
              las opciones de lo que está.
            </p>
            <TextButton
              icon={RotateCw}
              onClick={() => {
                for (const { id, file } of distintos) onReplace(id, file)
              }}
            >
              {distintos.length > 1 ? 'Usar los nuevos' : 'Usar el nuevo'}
            </TextButton>
          </>
        )}
        {refused.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Notice>
    </div>
  )
}
