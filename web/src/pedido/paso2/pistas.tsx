import { formatPesos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import type { Pista, PistaClave } from '@imprimitodo/shared/rules/compra/pistas'
import { Droplet, Lightbulb, type LucideIcon, RectangleHorizontal, TriangleAlert } from 'lucide-react'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import type { OpcionesCarrito } from '../carrito/archivos.ts'
import styles from './pistas.module.css'

export const PISTA_ICONS: Record<PistaClave, LucideIcon> = {
  tamano: TriangleAlert,
  apaisado: RectangleHorizontal,
  color: Droplet,
  doble: Lightbulb,
}

/** '$ 900': whole pesos, as the price list mostly has them. */
export const shortPesos = (pesos: number): string => formatPesos(pesos).replace(/,00$/, '')

/** '+ $ 900', '− $ 240'; null where nothing changes. */
function signed(centavos: number): string | null {
  if (centavos === 0) return null
  return `${centavos > 0 ? '+' : '−'} ${shortPesos(toPesos(Math.abs(centavos)))}`.replaceAll(' ', '\u00a0')
}

/** The option that a hint is about. */
const CAMPOS: Record<PistaClave, keyof OpcionesCarrito> = {
  tamano: 'hoja',
  apaisado: 'orientacion',
  color: 'color',
  doble: 'dobleFaz',
}

/** The hints of a file or of a binding, each with the button that applies it. */
export function Pistas({
  of,
  pistas,
  disabled,
  onApply,
}: {
  of: string
  pistas: readonly Pista[]
  disabled?: boolean
  onApply: (pista: Pista) => void
}) {
  if (pistas.length === 0) return null
  return (
    <ul className={styles.pistas} aria-label={`Sugerencias para ${of}`}>
      {pistas.map((pista) => {
        const Icon = PISTA_ICONS[pista.clave]
        const amount = signed(pista.centavos)
        return (
          <li key={pista.clave}>
            <Icon size={18} strokeWidth={2.4} aria-hidden />
            <span>{pista.texto}</span>
            {pista.cambio && (
              <Button
                size="medium"
                className={styles.button}
                disabled={disabled}
                onClick={({ currentTarget }) => {
                  const card = currentTarget.closest('article, section') // of a file, or of a binding
                  flushSync(() => onApply(pista))
                  // The hint disappears; the focus moves to the option that it set, which screen readers read
                  card
                    ?.querySelector<HTMLElement>(`[data-campo="${CAMPOS[pista.clave]}"] input:checked`)
                    ?.focus({ preventScroll: true })
                }}
              >
                {pista.boton}
                {amount && <b>{amount}</b>}
                <span className="visually-hidden"> en {of}</span>
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
