import type { NombreHoja } from '@imprimitodo/shared/rules/compra/hoja'
import { hojasOfrecidas } from '@imprimitodo/shared/rules/compra/precio'
import { useQuery } from '@tanstack/react-query'
import { Image, Zap } from 'lucide-react'
import { preciosQuery } from '../../api/queries.ts'
import { cx } from '../../ui/cx.ts'
import { FileButton } from '../../ui/form/file-button.tsx'
import { useWindowDrop } from '../../ui/form/use-window-drop.ts'
import { RegistrationMark } from '../../ui/paper/registration-mark.tsx'
import { ACCEPT_FOTOS } from '../no-pdf.ts'
import styles from './drop-zone.module.css'

/**
 * Takes dropped or picked files; `more`: one line, below a list. The whole window takes a drop: otherwise a
 * drop beside the frame would open the PDF. Pictures have a picker of their own: with one picker for both,
 * Android would first ask for a program.
 */
export function DropZone({
  more,
  onFiles,
  onFotos,
}: {
  more: boolean
  onFiles: (files: File[]) => void
  onFotos: (files: File[]) => void
}) {
  const over = useWindowDrop(onFiles)
  const hojas = hojasOfrecidas(useQuery(preciosQuery).data ?? {})
  if (more)
    return (
      <section className={cx(styles.more, over && styles.over)} aria-label="Subir archivos">
        <FileButton
          look="frame"
          label={over ? 'Soltalos acá' : 'Agregar más archivos'}
          multiple
          onPick={onFiles}
        />
        <Fotos label="Agregar fotos" onFotos={onFotos} />
      </section>
    )
  return (
    <section className={cx(styles.zone, over && styles.over)} aria-label="Subir archivos">
      <RegistrationMark className={styles.mark} />
      <RegistrationMark className={styles.mark} />
      <RegistrationMark className={styles.mark} />
      <RegistrationMark className={styles.mark} />
      <svg className={styles.sheet} viewBox="0 0 56 72" aria-hidden="true">
        <rect x="9" y="7" width="44" height="62" fill="var(--lemon)" />
        <rect x="3" y="2" width="44" height="62" fill="var(--sheet)" stroke="var(--ink)" strokeWidth="2.5" />
        <path d="M25 48V22M14 33l11-11 11 11" fill="none" stroke="var(--blue)" strokeWidth="5" />
      </svg>
      <div className={styles.text}>
        <h2>
          <span className={styles.wide}>{over ? 'Soltalos acá' : 'Soltá acá tus PDF'}</span>
          <span className={styles.narrow}>Agregá tus PDF</span>
        </h2>
        <p className="muted">En tamaño {hojasText(hojas)}, varios a la vez.</p>
      </div>
      <div className={styles.pick}>
        <FileButton look="primary" label="Elegir archivos" multiple onPick={onFiles} />
        <Fotos label="¿Son fotos? Pasalas a PDF" onFotos={onFotos} />
      </div>
      <p className={styles.exact}>
        <Zap size={20} strokeWidth={2.2} aria-hidden />
        <span>
          Páginas y precio exacto <b>al elegirlos</b>, antes de subir nada.
        </span>
      </p>
    </section>
  )
}

/** 'A4', 'A4 o A3', 'A4, A3 u Oficio' */
const hojasText = (hojas: readonly NombreHoja[]): string =>
  new Intl.ListFormat('es-AR', { type: 'disjunction' }).format(hojas)

const Fotos = ({ label, onFotos }: { label: string; onFotos: (files: File[]) => void }) => (
  <FileButton look="text" icon={Image} label={label} accept={ACCEPT_FOTOS} multiple onPick={onFotos} />
)
