import type { MovimientoFila, TurnoFila } from '@imprimitodo/shared/api/caja'
import { formatDay } from '@imprimitodo/shared/rules/base/fecha'
import { CircleCheck, Stamp, Wallet } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button, LinkButton, TextButton } from '../../ui/button.tsx'
import { SelectField } from '../../ui/form/field.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Spinner } from '../../ui/notice/spinner.tsx'
import { Heading, useFocusKept } from '../layout/heading.tsx'
import { LoadError } from '../loading.tsx'
import { useSucursales } from '../queries.ts'
import { useMostradorSession } from '../session/session.ts'
import styles from './caja.module.css'
import { ConTurno } from './con-turno.tsx'
import { MovimientosDeCaja } from './movimientos.tsx'
import { OpenTurnoDialog } from './open-turno.tsx'
import { useTurnos } from './queries.ts'
import { resultadoOf } from './textos.ts'
import { TurnoCabeza, TurnoLado, TurnoMovimientos } from './turno-abierto.tsx'

/** The till of a branch: its open shift, or the form that opens one. */
export function CajaPage() {
  const [params, setParams] = useSearchParams()
  const session = useMostradorSession()
  // The server knows the branch of a person who works for one
  const sucursal = session?.sucursal ? '' : (params.get('sucursal') ?? '')
  const query = useTurnos(sucursal)
  const [isOpening, setOpening] = useState(false)
  const { data, error } = query
  const abiertos = data?.abiertos ?? []
  const own = abiertos.find(({ abrio }) => abrio === session?.nombre) ?? abiertos[0]
  const shown = abiertos.find(({ caja }) => String(caja) === params.get('cajon')) ?? own
  // The button that opened the dialog goes with the shift that it opened
  const keepFocus = useFocusKept(String(shown?.turno_id))
  const go = (change: Record<string, string>) =>
    setParams({ ...(sucursal && { sucursal }), ...change }, { replace: true })
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <Heading title="Caja" />
        {shown && (
          <span className={styles.abierto}>
            <CircleCheck size={16} aria-hidden />
            Turno abierto
          </span>
        )}
        {session?.sucursal === null && data && (
          <Sucursal value={data.sucursal} onChange={(nombre) => setParams({ sucursal: nombre })} />
        )}
        <LinkButton className={styles.vender} size="medium" icon={Stamp} to="/mostrador/ventas">
          Cargar una venta
        </LinkButton>
      </div>
      {error && <LoadError error={error} onRetry={() => void query.refetch()} />}
      {!data && !error && <Spinner label="Cargando la caja…" visible />}
      {data && abiertos.length > 1 && shown && (
        <Segmented
          label="Cajón"
          options={abiertos.map(({ caja }) => ({ value: String(caja), label: `Cajón ${caja}` }))}
          value={String(shown.caja)}
          onChange={(cajon) => go({ cajon })}
        />
      )}
      {data && shown && (
        <ConTurno key={shown.turno_id} id={shown.turno_id}>
          {(turno) => (
            <>
              <TurnoCabeza turno={turno} />
              <div className={styles.dos}>
                <TurnoMovimientos turno={turno} />
                <aside className={styles.lado} aria-label="El turno en números">
                  <TurnoLado turno={turno} />
                  <Antes turnos={data.anteriores} />
                  <TextButton onClick={() => setOpening(true)}>Abrir otro cajón</TextButton>
                </aside>
              </div>
            </>
          )}
        </ConTurno>
      )}
      {data && !shown && <Cerrada sucursal={data.sucursal} onOpen={() => setOpening(true)} />}
      {data && <Fuera filas={data.fuera} />}
      {data && !shown && <Antes turnos={data.anteriores} />}
      {data && isOpening && (
        <OpenTurnoDialog
          sucursal={data.sucursal}
          abiertas={abiertos.map(({ caja }) => caja)}
          quedo={quedoOf(data.anteriores)}
          onClose={() => {
            keepFocus()
            setOpening(false)
          }}
        />
      )}
    </div>
  )
}

/** The cash that each drawer's last close left in it. */
function quedoOf(anteriores: readonly TurnoFila[]): Map<number, number> {
  const oldestFirst = anteriores.toReversed()
  return new Map(oldestFirst.flatMap(({ caja, queda }) => (queda === null ? [] : [[caja, queda] as const])))
}

function Sucursal({ value, onChange }: { value: string; onChange: (nombre: string) => void }) {
  const { data } = useSucursales()
  const nombres = data?.map(({ nombre }) => nombre) ?? [value]
  return (
    <SelectField label="Sucursal" value={value} onChange={({ target }) => onChange(target.value)}>
      {nombres.map((nombre) => (
        <option key={nombre}>{nombre}</option>
      ))}
    </SelectField>
  )
}

function Cerrada({ sucursal, onOpen }: { sucursal: string; onOpen: () => void }) {
  return (
    <section className={styles.cerrada} aria-labelledby="cerrada">
      <h2 id="cerrada">No hay caja abierta en {sucursal}</h2>
      <p>
        Se puede cobrar igual: lo que entre queda anotado fuera de turno, y nadie lo cuenta. Abrila con el
        efectivo que hay en el cajón.
      </p>
      <Button variant="primary" icon={Wallet} onClick={onOpen}>
        Abrir la caja
      </Button>
    </section>
  )
}

/** Movements while no shift was open. */
function Fuera({ filas }: { filas: readonly MovimientoFila[] }) {
  if (filas.length === 0) return null
  return (
    <section className={styles.movimientos} aria-labelledby="fuera">
      <h2 id="fuera">Fuera de turno, en los últimos 7 días</h2>
      <Notice tone="warning" still>
        Se cobró o se devolvió sin caja abierta: no está en ningún cierre.
      </Notice>
      <MovimientosDeCaja filas={filas} label="Movimientos fuera de turno" withDay />
    </section>
  )
}

function Antes({ turnos }: { turnos: readonly TurnoFila[] }) {
  if (turnos.length === 0) return null
  return (
    <section aria-labelledby="antes">
      <h2 id="antes">Antes</h2>
      <ul className={styles.antes}>
        {turnos.map((turno) => (
          <li key={turno.turno_id}>
            <Link to={`/mostrador/caja/${turno.turno_id}`}>
              {formatDay(turno.cerrado ?? turno.abierto)}, cajón {turno.caja}, {turno.cerro}
            </Link>{' '}
            <span className={styles.muted}>· {resultadoOf(turno)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
