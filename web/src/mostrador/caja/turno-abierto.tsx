import type { TurnoDetalle } from '@imprimitodo/shared/api/caja'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatPesos, pesosInText } from '@imprimitodo/shared/rules/base/dinero'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { MEDIO_CAJA_TITLES, type TipoAMano } from '@imprimitodo/shared/rules/dinero/caja'
import { Lock, Plus, ReceiptText, Upload, Wallet } from 'lucide-react'
import { useState } from 'react'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { MEDIO_ICONS } from '../medio-icons.ts'
import { useMostradorSession } from '../session/session.ts'
import styles from './caja.module.css'
import { MoveCashDialog } from './move-cash.tsx'
import { MovimientosDeCaja } from './movimientos.tsx'
import { FILTROS, type Filtro, isIn } from './textos.ts'

const A_MANO = [
  { tipo: 'ingreso', label: 'Ingreso', icon: Plus },
  { tipo: 'gasto', label: 'Gasto', icon: ReceiptText },
  { tipo: 'retiro', label: 'Retiro', icon: Upload },
] as const

/** The shift's person, and its actions. */
export function TurnoCabeza({ turno: { turno_id, caja, abrio, abierto, fondo } }: { turno: TurnoDetalle }) {
  const [tipo, setTipo] = useState<TipoAMano | null>(null)
  return (
    <div className={styles.cabeza}>
      <p>
        <b>Cajón {caja}</b>{' '}
        <span className={styles.muted}>
          · lo abrió {abrio} ({formatMoment(abierto).toLowerCase()}) con {pesosInText(fondo)}
        </span>
      </p>
      <div className={styles.acciones}>
        {A_MANO.map(({ tipo: own, label, icon }) => (
          <Button key={own} size="medium" icon={icon} onClick={() => setTipo(own)}>
            {label}
          </Button>
        ))}
        <LinkButton size="medium" variant="primary" icon={Wallet} to={`/mostrador/caja/${turno_id}/contar`}>
          Contar y cerrar
        </LinkButton>
      </div>
      {tipo && <MoveCashDialog id={turno_id} tipo={tipo} onClose={() => setTipo(null)} />}
    </div>
  )
}

export function TurnoMovimientos({ turno: { movimientos } }: { turno: TurnoDetalle }) {
  const [filtro, setFiltro] = useState<Filtro>('todo')
  const nombre = useMostradorSession()?.nombre ?? ''
  const shown = movimientos.filter((fila) => isIn(filtro, fila, nombre))
  const options = FILTROS.map(({ value, label }) => ({
    value,
    label: `${label} ${movimientos.filter((fila) => isIn(value, fila, nombre)).length}`,
  }))
  return (
    <section className={styles.movimientos} aria-labelledby="movimientos">
      <div className={styles.filtros}>
        <h2 id="movimientos">Movimientos</h2>
        <Segmented label="Cuáles" options={options} value={filtro} onChange={setFiltro} />
      </div>
      {shown.length > 0 ? (
        <MovimientosDeCaja filas={shown} label="Movimientos del turno" />
      ) : (
        <p className={styles.muted}>
          {movimientos.length === 0
            ? 'Todavía no entró nada: lo que cobres aparece acá.'
            : 'No hay ninguno de esos.'}
        </p>
      )}
    </section>
  )
}

/**
 * What came in, by means and person. For cash only the number of charges: the amount is shown once it was
 * counted.
 */
export function TurnoLado({ turno: { medios, personas, sin_medio } }: { turno: TurnoDetalle }) {
  return (
    <>
      <section aria-labelledby="entro">
        <h2 id="entro">Lo que entró en el turno</h2>
        <ul className={styles.medios}>
          {medios.map(({ medio, cobros, salidas, importe }) => {
            const Icon = MEDIO_ICONS[medio]
            return (
              <li key={medio}>
                <Icon size={20} aria-hidden />
                <span>
                  <b>{MEDIO_CAJA_TITLES[medio]}</b>
                  <small>
                    {medio === 'cuenta' ? `${count(cobros, 'compra')}, por cobrar` : count(cobros, 'cobro')}
                    {salidas > 0 && `, ${count(salidas, 'salida')}`}
                  </small>
                </span>
                {importe === null ? (
                  <span className={styles.tapado}>
                    <Lock size={15} aria-hidden /> se ve al cerrar
                  </span>
                ) : (
                  <b>{formatPesos(importe)}</b>
                )}
              </li>
            )
          })}
        </ul>
      </section>
      {sin_medio.cobros > 0 && (
        <Notice tone="warning" still>
          <b>
            {count(sin_medio.cobros, 'cobro')} sin medio: {formatPesos(sin_medio.importe)}
          </b>
          <br />
          Hasta que digas cómo se pagó, el turno no se cierra.
        </Notice>
      )}
      {personas.length > 0 && (
        <section aria-labelledby="personas">
          <h2 id="personas">Por persona</h2>
          <dl className={styles.pares}>
            {personas.map(({ nombre, cobros }) => (
              <div key={nombre}>
                <dt>{nombre}</dt>
                <dd>{count(cobros, 'cobro')}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  )
}
