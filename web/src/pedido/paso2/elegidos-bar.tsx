import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { GRUPOS, type Grupo } from '@imprimitodo/shared/rules/compra/archivo'
import { GRUPO_TITLES } from '@imprimitodo/shared/rules/compra/grupo'
import { BookOpen, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ActionBar } from '../../ui/action-bar.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import type { Carrito } from '../carrito/carrito-state.ts'
import { bindTogether } from '../carrito/grupos.ts'
import { SubidaAvance } from '../subida/subida-status.tsx'
import styles from './elegidos-bar.module.css'
import { shortPesos } from './pistas.tsx'
import type { PreciosDePaso2 } from './precios.ts'

/**
 * Replaces the bar while files are ticked: the price of binding them together, and the choice of a volume.
 */
export function ElegidosBar({
  carrito,
  elegidos,
  priceOfCarrito,
  above,
  onBind,
  onClear,
}: {
  carrito: Carrito
  /** Ids, in the order of the binding. */
  elegidos: readonly string[]
  priceOfCarrito: (carrito: Carrito) => PreciosDePaso2
  /** Messages in the bar at any time. */
  above: ReactNode
  onBind: (grupo: Grupo) => void
  onClear: () => void
}) {
  const isUsed = (grupo: Grupo) => carrito.archivos.some((one) => one.grupo === grupo)
  const free = GRUPOS.find((grupo) => !isUsed(grupo))
  const used = GRUPOS.filter(isUsed)
  return (
    <ActionBar
      label={null}
      value={elegidos.length === 1 ? '1 elegido' : `${elegidos.length} elegidos`}
      note={noteOf(carrito, elegidos, free, priceOfCarrito)}
      over={<SubidaAvance />}
      above={
        <>
          {above}
          {used.length > 0 && (
            <div className={styles.add}>
              <span>Sumar al</span>
              {used.map((grupo) => (
                <Button key={grupo} size="medium" onClick={() => onBind(grupo)}>
                  {GRUPO_TITLES[grupo]}
                </Button>
              ))}
            </div>
          )}
        </>
      }
    >
      <IconButton icon={X} className={styles.clear} label="Soltar los elegidos" onClick={onClear} />
      {free && (
        <Button
          variant="primary"
          icon={BookOpen}
          aria-disabled={elegidos.length < 2 || undefined}
          onClick={() => elegidos.length > 1 && onBind(free)}
        >
          Anillar juntos
        </Button>
      )}
    </ActionBar>
  )
}

function noteOf(
  carrito: Carrito,
  elegidos: readonly string[],
  free: Grupo | undefined,
  priceOfCarrito: (carrito: Carrito) => PreciosDePaso2,
): string {
  if (!free) return 'Los tres anillados ya tienen archivos.'
  if (elegidos.length === 1) return 'Tocá otro más.'
  const after = priceOfCarrito(bindTogether(carrito, elegidos, free).carrito)
  const before = priceOfCarrito(carrito)
  const hojas = after.volumenes.get(free)?.hojas
  if (!after.total || !before.total || hojas === undefined) return ''
  const more = after.total.pesos - before.total.pesos
  const amount = `${more > 0 ? '+' : '−'} ${shortPesos(Math.abs(more))}`.replaceAll(' ', '\u00a0')
  return more === 0 ? count(hojas, 'hoja') : `${count(hojas, 'hoja')} · ${amount}`
}
