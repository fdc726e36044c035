import type { MovimientoFila, TurnoDetalle } from '@imprimitodo/shared/api/caja'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatPesos, toCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatTime } from '@imprimitodo/shared/rules/base/fecha'
import { diferenciaTitle, MEDIO_CAJA_TITLES, sumaDe } from '@imprimitodo/shared/rules/dinero/caja'
import { ArrowLeft, Printer } from 'lucide-react'
import { useParams } from 'react-router'
import { Button, LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Navigate } from '../../ui/link.tsx'
import { NOMBRE } from '../../ui/state/nombre.ts'
import { useAtajo } from '../atajos/atajos.ts'
import { conSigno, sinCentavos } from '../importe.ts'
import { Heading } from '../layout/heading.tsx'
import { ConTurno } from './con-turno.tsx'
import styles from './hoja.module.css'
import { movimientoText, parteTitle, tramoOf } from './textos.ts'

/** A closed shift, as a sheet to be printed and signed: in plain ink, without tints. */
export const TurnoPage = () => (
  <ConTurno id={Number(useParams().id)}>
    {(turno) => (turno.cerrado ? <Cerrado turno={turno} /> : <Navigate to="/mostrador/caja" replace />)}
  </ConTurno>
)

function Cerrado({ turno }: { turno: TurnoDetalle }) {
  const print = () => window.print()
  // Printed by a key, and not by the focus on the button: the Enter that closes the shift may be pressed twice
  useAtajo('p', print)
  return (
    <div className={styles.page}>
      <div className={styles.acciones}>
        <LinkButton size="medium" icon={ArrowLeft} to="/mostrador/caja">
          Caja
        </LinkButton>
        <Button size="medium" variant="primary" icon={Printer} onClick={print}>
          Imprimir la hoja
        </Button>
      </div>
      <Hoja turno={turno} />
    </div>
  )
}

function Hoja({ turno }: { turno: TurnoDetalle }) {
  const { turno_id, sucursal, caja, abrio, cerro, nota, fondo } = turno
  // In a closed shift none of these is null
  const esperado = turno.esperado ?? 0
  const contado = turno.contado ?? 0
  const diferencia = turno.diferencia ?? 0
  const queda = turno.queda ?? 0
  const otros = turno.medios.filter(({ medio }) => medio !== 'efectivo')
  const salidas = turno.movimientos.filter(({ importe }) => importe < 0).toReversed()
  const monedas = toPesos(toCentavos(contado) - toCentavos(sumaDe(turno.billetes)))
  return (
    <article className={styles.hoja}>
      <header className={styles.arriba}>
        <div>
          <p>
            {NOMBRE} · {sucursal}, cajón {caja}
          </p>
          <Heading title={`Turno ${turno_id}`} />
        </div>
        <p>
          <b>{tramoOf(turno)}</b>
          <br />
          {abrio === cerro ? `Abrió y cerró: ${abrio}` : `Abrió: ${abrio} · Cerró: ${cerro}`}
        </p>
      </header>
      <dl className={styles.tres}>
        <div>
          <dt>Tenía que haber</dt>
          <dd>{conSigno(esperado)}</dd>
        </div>
        <div>
          <dt>Se contó</dt>
          <dd>{formatPesos(contado)}</dd>
        </div>
        <div className={cx(diferencia !== 0 && styles.inversa)}>
          <dt>{diferenciaTitle(diferencia)}</dt>
          <dd>{formatPesos(Math.abs(diferencia))}</dd>
        </div>
      </dl>
      {nota && <p>«{nota}»</p>}
      <div className={styles.columnas}>
        <div className={styles.izquierda}>
          <Cuadro
            title="Efectivo"
            filas={[
              ['Fondo al abrir', conSigno(fondo)],
              ...(turno.efectivo ?? []).map((parte): Fila => [parteTitle(parte), conSigno(parte.importe)]),
            ]}
            total={['Tenía que haber', conSigno(esperado)]}
          />
          {otros.length > 0 && (
            <Cuadro
              title="Otros medios"
              filas={otros.map(
                ({ medio, cobros, importe }): Fila => [
                  `${MEDIO_CAJA_TITLES[medio]} (${cobros})`,
                  conSigno(importe ?? 0),
                ],
              )}
            />
          )}
        </div>
        <Cuadro
          title="Lo contado"
          filas={[
            ...turno.billetes.map(
              ({ valor, cuantos }): Fila => [
                `${sinCentavos(valor)} × ${cuantos}`,
                formatPesos(valor * cuantos),
              ],
            ),
            [turno.billetes.length > 0 ? 'Monedas' : 'Sin detalle', formatPesos(monedas)],
          ]}
          total={['Se contó', formatPesos(contado)]}
        />
      </div>
      {salidas.length > 0 && <Salidas filas={salidas} />}
      <div className={styles.columnas}>
        {turno.personas.length > 0 && (
          <Cuadro
            title="Por persona"
            filas={turno.personas.map(
              ({ nombre, cobros, importe }): Fila => [
                `${nombre}, ${count(cobros, 'cobro')}`,
                formatPesos(importe ?? 0),
              ],
            )}
          />
        )}
        <Cuadro
          title="Al cerrar"
          filas={[['Queda en el cajón', formatPesos(queda)]]}
          total={['Se retira', formatPesos(toPesos(toCentavos(contado) - toCentavos(queda)))]}
        />
      </div>
      <div className={styles.firmas}>
        <p>Entrega: {cerro}</p>
        <p>Recibe:</p>
      </div>
    </article>
  )
}

type Fila = readonly [string, string]

function Cuadro({ title, filas, total }: { title: string; filas: readonly Fila[]; total?: Fila }) {
  const row = ([name, amount]: Fila) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      <td>{amount}</td>
    </tr>
  )
  return (
    <section>
      <h2>{title}</h2>
      <table>
        <tbody>{filas.map(row)}</tbody>
        {total && <tfoot>{row(total)}</tfoot>}
      </table>
    </section>
  )
}

const Salidas = ({ filas }: { filas: readonly MovimientoFila[] }) => (
  <section>
    <h2>Salidas y devoluciones</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Hora</th>
          <th scope="col">Qué y por qué</th>
          <th scope="col" className={styles.quien}>
            Quién
          </th>
          <th scope="col" className={styles.figure}>
            Importe
          </th>
        </tr>
      </thead>
      <tbody>
        {filas.map((fila) => (
          <tr key={fila.id}>
            <td className={styles.hora}>{formatTime(fila.cuando)}</td>
            <td>{movimientoText(fila)}</td>
            <td>{fila.quien}</td>
            <td className={styles.figure}>{conSigno(fila.importe)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
