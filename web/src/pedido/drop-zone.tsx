import { useEffect, useState } from 'react'
import { cx } from '../ui/cx.ts'
import { RegistrationMark } from '../ui/registration-mark.tsx'
import styles from './drop-zone.module.css'
import { FileButton } from './file-button.tsx'

/** Where PDFs are dropped or picked. The whole window takes a drop: missing the frame would open the PDF instead. */
export function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const over = useWindowDrop(onFiles)
  return (
    <section className={cx(styles.zone, over && styles.over)} aria-label="Subir archivos">
      <RegistrationMark className={styles.mark} />
      <RegistrationMark className={styles.mark} />
      <RegistrationMark className={styles.mark} />
      <RegistrationMark className={styles.mark} />
      <svg className={styles.sheet} width="76" height="76" viewBox="0 0 76 76" aria-hidden="true">
        <rect x="20" y="8" width="44" height="60" fill="var(--lemon)" />
        <rect x="14" y="4" width="44" height="60" fill="var(--sheet)" stroke="var(--ink)" strokeWidth="2.5" />
        <path d="M36 50V24M25 35l11-11 11 11" fill="none" stroke="var(--blue)" strokeWidth="5" />
      </svg>
      <div className={styles.text}>
        <h2>
          <span className={styles.wide}>{over ? 'Soltalos acá' : 'Arrastrá tus PDF acá'}</span>
          <span className={styles.narrow}>Agregá tus PDF</span>
        </h2>
        <p className="muted">
          Solo PDF, en tamaño A4.
          <br />
          Podés elegir varios a la vez.
        </p>
      </div>
      <FileButton label="Elegir archivos" multiple onPick={onFiles} />
    </section>
  )
}

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

function useWindowDrop(onFiles: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const allow = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setOver(false)
      onFiles([...(event.dataTransfer?.files ?? [])])
    }
    window.addEventListener('dragover', allow)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', allow)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [onFiles])
  return over
}
