import { cx } from '../ui/cx.ts'
import { FileButton } from '../ui/file-button.tsx'
import { RegistrationMark } from '../ui/registration-mark.tsx'
import { useWindowDrop } from '../ui/use-window-drop.ts'
import styles from './drop-zone.module.css'

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
