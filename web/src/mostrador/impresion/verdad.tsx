import type { Impresora } from '@imprimitodo/shared/api/impresion'
import { TriangleAlert } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/link.tsx'
import { useMostradorSession } from '../session/session.ts'
import { ageText } from '../tiempo.ts'
import { useNow } from '../use-now.ts'
import { colaText } from './textos.ts'
import styles from './verdad.module.css'

/**
 * The printers' state, above the board. Lemon marks only what needs a person. `isOld`: it may have changed.
 */
export function Verdad({
  impresoras,
  isOld,
  sucursal,
}: {
  impresoras: readonly Impresora[]
  isOld: boolean
  sucursal: string
}) {
  const now = useNow()
  const own = useMostradorSession()?.sucursal
  return (
    <section className={styles.verdad} aria-label="Impresoras">
      <ul>
        {impresoras.map((impresora) => (
          <Una key={impresora.id} impresora={impresora} now={now} sucursal={sucursal === '' && !own} />
        ))}
      </ul>
      <p className={styles.pie}>
        {isOld ? 'No se pudo actualizar: puede haber cambiado. ' : ''}
        <Link to="/mostrador/impresoras">Ver impresoras</Link>
      </p>
    </section>
  )
}

function Una({ impresora, now, sucursal }: { impresora: Impresora; now: number; sucursal: boolean }) {
  const { nombre, anda, texto, aviso, sin_noticias, en_cola } = impresora
  const waits = en_cola.hojas > 0 || en_cola.pedidos > 0
  return (
    <li className={cx(styles.una, !anda && styles.atencion)}>
      <p className={styles.nombre}>
        <i className={anda ? (waits ? styles.trabaja : styles.lista) : styles.parada} aria-hidden />
        <b>{nombre}</b>
        {sucursal && <span>{impresora.sucursal}</span>}
        {sin_noticias && <span>última noticia {ageText(sin_noticias, now)}</span>}
      </p>
      <p className={anda ? undefined : styles.texto} role={anda ? undefined : 'status'}>
        {texto}
        {waits || anda ? ` · ${colaText(en_cola)}` : ''}
      </p>
      {aviso && (
        <p className={styles.aviso}>
          <TriangleAlert size={15} strokeWidth={2.4} aria-hidden />
          {aviso}
        </p>
      )}
    </li>
  )
}
