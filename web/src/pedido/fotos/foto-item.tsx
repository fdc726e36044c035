import { ArrowDown, ArrowUp, GripVertical, RotateCw, X } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import type { Elegida } from '../../ui/fotos/convert.ts'
import { type Encaje, hojaOf } from '../../ui/fotos/hoja.ts'
import styles from './foto-item.module.css'

/** A picture on its sheet, with its buttons. `n` from 1, of `total`. `held`: it is being dragged. */
export function FotoItem({
  elegida,
  encaje,
  n,
  total,
  held,
  disabled,
  onHold,
  onMove,
  onTurn,
  onLeave,
}: {
  elegida: Elegida
  encaje: Encaje
  n: number
  total: number
  held: boolean
  disabled: boolean
  onHold: () => void
  onMove: (by: 1 | -1) => void
  onTurn: () => void
  onLeave: () => void
}) {
  const { id, name } = elegida.archivo
  return (
    <li className={cx(styles.row, held && styles.held)} data-fila={id}>
      {total > 1 && (
        <span
          className={cx(styles.grip, disabled && styles.still)}
          title="Arrastrá para cambiar el orden"
          aria-hidden
          onPointerDown={(event) => {
            if (event.button !== 0 || disabled) return
            event.preventDefault() // no text is selected
            onHold()
          }}
        >
          <GripVertical size={22} strokeWidth={2.4} />
        </span>
      )}
      <Sheet elegida={elegida} encaje={encaje} />
      <div className={styles.text}>
        <p className={styles.name}>
          {total > 1 && <b>{n}. </b>}
          {name}
        </p>
        {elegida.foto.imagen.animada && <p className={styles.note}>Se mueve: sale su primer cuadro.</p>}
        <div className={styles.buttons}>
          <IconButton
            quiet
            icon={RotateCw}
            label={`Girar ${name}`}
            data-turn={id}
            disabled={disabled}
            onClick={onTurn}
          />
          {total > 1 && (
            <>
              {/* Not disabled at the ends: the focus would be lost there */}
              <IconButton
                quiet
                icon={ArrowUp}
                label={`Subir ${name}`}
                data-up={id}
                aria-disabled={n === 1}
                disabled={disabled}
                onClick={() => onMove(-1)}
              />
              <IconButton
                quiet
                icon={ArrowDown}
                label={`Bajar ${name}`}
                data-down={id}
                aria-disabled={n === total}
                disabled={disabled}
                onClick={() => onMove(1)}
              />
              <IconButton
                quiet
                icon={X}
                label={`Dejar afuera ${name}`}
                data-leave={id}
                disabled={disabled}
                onClick={onLeave}
              />
            </>
          )}
        </div>
      </div>
    </li>
  )
}

/** The page as it will be, by the same measures. */
function Sheet({ elegida: { foto, giro }, encaje }: { elegida: Elegida; encaje: Encaje }) {
  const { ancho, alto, caja } = hojaOf(foto, { giro, encaje, orientacion: 1 })
  // Turned about its middle, which is the middle of the sheet
  const [w, h] = giro % 180 === 0 ? [caja.ancho, caja.alto] : [caja.alto, caja.ancho]
  return (
    <span className={styles.sheet}>
      <svg viewBox={`0 0 ${ancho} ${alto}`} aria-hidden="true">
        <rect width={ancho} height={alto} fill="var(--sheet)" />
        <image
          href={foto.url}
          x={(ancho - w) / 2}
          y={(alto - h) / 2}
          width={w}
          height={h}
          preserveAspectRatio="none"
          transform={`rotate(${giro} ${ancho / 2} ${alto / 2})`}
        />
        <rect width={ancho} height={alto} fill="none" stroke="var(--ink)" strokeWidth="12" />
      </svg>
    </span>
  )
}
