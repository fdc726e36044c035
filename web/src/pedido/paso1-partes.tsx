// What step 1 says of its list and of all of it.
import { formatPercent, toPesos } from '@imprimitodo/shared/rules/dinero'
import { importeFinal } from '@imprimitodo/shared/rules/precio'
import { useQuery } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { preciosQuery } from '../api/queries.ts'
import { TextButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useCarrito } from './carrito.ts'
import { isUnprintable, useEstimate } from './estimate.ts'
import { useLecturasOf } from './lectura/lectura.ts'
import { Monto } from './monto.tsx'
import styles from './paso1.module.css'

/** How many can be printed as they are, and how many wait for something. */
export function Counts() {
  const ready = useReady()
  const wait = useCarrito().archivos.length - ready
  if (wait === 0) return null
  return (
    <p className={styles.counts}>
      {ready === 1 ? '1 listo' : `${ready} listos`} · {wait === 1 ? '1 espera' : `${wait} esperan`}
    </p>
  )
}

const WORDS = ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco', 'Seis', 'Siete', 'Ocho', 'Nueve', 'Diez']

/** Leads to the first that cannot be printed as it is. */
export function Waiting() {
  const { archivos } = useCarrito()
  const count = archivos.length - useReady()
  if (count === 0) return null
  const see = () => {
    const first = document.querySelector<HTMLElement>('[data-espera]')
    first?.scrollIntoView({ block: 'center' })
    first?.focus({ preventScroll: true })
  }
  return (
    <Notice
      tone="warning"
      still
      className={styles.waiting}
      action={<TextButton onClick={see}>{count === 1 ? 'Verlo' : 'Verlos'}</TextButton>}
    >
      {count === 1 ? 'Uno no sale así como está.' : `${WORDS[count - 1] ?? count} no salen así como están.`}
    </Notice>
  )
}

function useReady(): number {
  const { archivos } = useCarrito()
  return useLecturasOf((all) => archivos.filter((one) => !isUnprintable(one, all.get(one.id))).length)
}

/** After what the web takes off: codes and points come later. What a file costs at least is told whole. */
export function Total({ descuento }: { descuento: number }) {
  const ready = useReady()
  const { alcance, impresion, anillado } = useEstimate()
  const { importe_final } = importeFinal(
    { total_impresion: impresion, total_anillado: anillado },
    alcance === 'desde' ? 0 : descuento,
  )
  // Nothing of the list can be printed as it is: that costs nothing, but is no price either
  if (ready === 0) return '—'
  return <Monto alcance={alcance} pesos={toPesos(importe_final)} />
}

export function Note({ descuento }: { descuento: number }) {
  const ready = useReady()
  const { alcance } = useEstimate()
  const files = ready === 1 ? '1 archivo' : `${ready} archivos`
  if (ready === 0) return 'Todavía no hay nada para imprimir'
  return descuento > 0 && alcance !== 'desde' ? `${files}, con el ${formatPercent(descuento)}% off` : files
}

/** How long files are kept, as the owner set it. */
export function Retention() {
  const { data } = useQuery(preciosQuery)
  return (
    <p className={styles.retention}>
      <LockKeyhole size={20} strokeWidth={2.4} aria-hidden />
      <span>
        Tus archivos los ve solo la sucursal que imprime.
        {data &&
          ` Los borramos ${data.retencion_dias === 1 ? 'un día' : `${data.retencion_dias} días`} después de la entrega.`}
      </span>
    </p>
  )
}
