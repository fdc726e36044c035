import styles from './upload-bar.module.css'

/** A file's upload progress, without words: they are beside it. `percent` 0 to 100. */
export function UploadBar({ nombre, percent }: { nombre: string; percent: number }) {
  return (
    <span
      className={styles.bar}
      role="progressbar"
      aria-label={`Subida de ${nombre}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(percent)}
    >
      <i style={{ transform: `scaleX(${percent / 100})` }} />
    </span>
  )
}
