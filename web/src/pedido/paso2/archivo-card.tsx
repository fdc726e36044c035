import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avisos } from '../../ui/avisos.tsx'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/notice.tsx'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { ArchivoFacts } from '../archivo-facts.tsx'
import { isMissing } from '../archivos.ts'
import type { ArchivoCarrito } from '../carrito-state.ts'
import { ChooseAgain } from '../choose-again.tsx'
import { useMiniatura } from '../miniatura.ts'
import { useAvisos } from '../use-pedido.ts'
import styles from './archivo-card.module.css'
import { ArchivoOptions } from './archivo-options.tsx'

/** A file with its options in step 2. `grip` and `mover` come with grouping. */
export function ArchivoCard({
  archivo,
  restored,
  disabled,
  problem,
  grip,
  mover,
  onRemove,
}: {
  archivo: ArchivoCarrito
  restored: boolean
  disabled?: boolean
  problem?: string
  grip?: ReactNode
  mover?: ReactNode
  onRemove: () => void
}) {
  const { name, orientacion, dobleFaz, color, anillado } = archivo
  const avisos = useAvisos(archivo)
  return (
    <article
      className={cx(styles.card, problem && styles.wrong)}
      aria-label={name}
      data-problem={problem ? true : undefined}
    >
      <div className={styles.inner}>
        {grip && <span className={styles.grip}>{grip}</span>}
        <Thumbnail
          className={styles.thumbnail}
          src={useMiniatura(archivo)}
          orientacion={orientacion}
          dobleFaz={dobleFaz}
          color={color === 'color'}
          anillado={anillado}
        />
        <div className={styles.head}>
          <h2>{name}</h2>
          <ArchivoFacts archivo={archivo} priced />
        </div>
        <IconButton
          quiet
          icon={X}
          className={styles.remove}
          label={`Quitar ${name}`}
          disabled={disabled}
          onClick={onRemove}
        />
        <div className={styles.body}>
          {problem && <Notice tone="error">{problem}</Notice>}
          {restored && isMissing(archivo) && <ChooseAgain archivo={archivo} />}
          <Avisos avisos={avisos} of={name} />
          <ArchivoOptions archivo={archivo} disabled={disabled} before={mover} />
        </div>
      </div>
    </article>
  )
}
