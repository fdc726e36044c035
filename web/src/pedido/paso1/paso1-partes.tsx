// The messages of step 1 about its list.
import { DRAFT_HOURS } from '@imprimitodo/shared/rules/compra/pedido'
import { useQuery } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { preciosQuery } from '../../api/queries.ts'
import { TextButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { useCarrito } from '../carrito/carrito.ts'
import { isUnprintable } from '../carrito/estimate.ts'
import { useLecturasOf } from '../lectura/lectura.ts'
import { conDescuento, useReady } from '../total.tsx'
import styles from './paso1.module.css'
import type { Came } from './use-lista.ts'

/** How many files can be printed, and how many need something. */
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

/** Leads to the first file that cannot be printed. */
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

/**
 * The end of the announcement of added files: which of them cannot be printed. Without it, customers with a
 * screen reader would hear of it only at "Siguiente".
 */
export function Unprintable({ came: { ids } }: { came: Came }) {
  const { archivos } = useCarrito()
  const wrong = useLecturasOf((all) =>
    archivos
      .filter((one) => ids.includes(one.id) && isUnprintable(one, all.get(one.id)))
      .map(({ name }) => `«${name}»`),
  )
  if (wrong.length === 0) return null
  return `. No se ${wrong.length === 1 ? 'puede' : 'pueden'} imprimir así: ${wrong.join(', ')}`
}

export function Note({ descuento }: { descuento: number }) {
  const ready = useReady()
  const files = ready === 1 ? '1 archivo' : `${ready} archivos`
  if (ready === 0) return 'Todavía no hay nada para imprimir'
  return conDescuento(files, descuento)
}

const aLos = (dias: number) => (dias === 1 ? 'al otro día' : `a los ${dias} días`)
/** While a new version is deployed, an older process does not tell the days. */
const READY_DAYS = 60

/** How long files are kept, as the owner set it. */
export function Retention() {
  const { data } = useQuery(preciosQuery)
  return (
    <p className={styles.retention}>
      <LockKeyhole size={20} strokeWidth={2.4} aria-hidden />
      <span>
        Tus archivos los ve solo la sucursal que imprime.
        {data &&
          ` Los borramos ${data.retencion_dias === 1 ? 'un día' : `${data.retencion_dias} días`} después de la entrega; si no los retirás, ${aLos(data.retencion_listo_dias ?? READY_DAYS)}; y si no confirmás el pedido, ${aLos(DRAFT_HOURS / 24)}.`}
      </span>
    </p>
  )
}
