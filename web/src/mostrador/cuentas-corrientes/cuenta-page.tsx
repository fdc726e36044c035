import type { CuentaCorriente, MovimientoCuentaCorriente } from '@imprimitodo/shared/api/cuentas-corrientes'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { mesTitle } from '@imprimitodo/shared/rules/dinero/cuenta-corriente'
import { CONDICION_TITLES } from '@imprimitodo/shared/rules/dinero/factura'
import { Banknote, FileText, Pencil, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { serverNow } from '../../api/clock.ts'
import { sinRespuesta } from '../../api/sin-respuesta.ts'
import { Button, TextButton, TextLink } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { SelectField } from '../../ui/form/field.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { showProblem, showToast } from '../../ui/notice/toasts.tsx'
import { BusyButton } from '../busy-button.tsx'
import { Descarga } from '../descarga.tsx'
import comun from '../dueno/dueno.module.css'
import { Lista, Marco } from '../dueno/marco.tsx'
import { conSigno } from '../importe.ts'
import { Unloaded } from '../loading.tsx'
import { type Pdfs, usePdfs } from '../pedido/trabajos/use-pdfs.ts'
import { ask } from '../session/ask.ts'
import styles from './cuentas.module.css'
import { AddAutorizado, ChangeCuenta } from './edit.tsx'
import { PayDialog } from './pay.tsx'
import { useCuenta, useCuentasAgain } from './queries.ts'
import { ReciboButtons, type Recibos } from './recibos.tsx'
import { asientoTitle, documentoText, mesesOf } from './textos.ts'

type Abierto = 'pagar' | 'cambiar' | 'autorizado' | null

/**
 * One cuenta corriente: its debt, its autorizados, and one month of its movements; the month is in the
 * address.
 */
export function CuentaPage() {
  const { id = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const mes = search.get('mes') ?? ''
  const query = useCuenta(id, mes)
  const { data: cuenta } = query
  const [abierto, setAbierto] = useState<Abierto>(null)
  const pdfs = usePdfs()
  const close = () => setAbierto(null)
  return (
    <Marco title={cuenta?.nombre ?? 'Cuenta corriente'}>
      <p>
        <TextLink to="/mostrador/cuentas-corrientes">Todas las cuentas corrientes</TextLink>
      </p>
      <Unloaded query={query} label="Cargando la cuenta…" />
      {cuenta && (
        <>
          <Resumen cuenta={cuenta} onOpen={setAbierto} />
          <Autorizados cuenta={cuenta} onAdd={() => setAbierto('autorizado')} />
          <Mes
            cuenta={cuenta}
            pdfs={pdfs}
            onMes={(chosen) => setSearch({ mes: chosen }, { replace: true })}
          />
        </>
      )}
      {cuenta && abierto === 'pagar' && <PayDialog cuenta={cuenta} recibos={pdfs} onClose={close} />}
      {cuenta && abierto === 'cambiar' && <ChangeCuenta cuenta={cuenta} onClose={close} />}
      {cuenta && abierto === 'autorizado' && <AddAutorizado cuenta={cuenta} onClose={close} />}
    </Marco>
  )
}

function Resumen({ cuenta, onOpen }: { cuenta: CuentaCorriente; onOpen: (que: Abierto) => void }) {
  const { saldo, disponible, limite, suspendida, documento, condicion_iva, direccion, email, sucursal } =
    cuenta
  const datos = [
    documentoText(documento),
    condicion_iva && CONDICION_TITLES[condicion_iva],
    direccion,
    email ?? 'sin e-mail: el extracto no se le manda',
    sucursal ? `solo en ${sucursal}` : 'en todas las sucursales',
  ].filter(Boolean)
  return (
    <>
      <p className={comun.facts}>{datos.join(' · ')}</p>
      {suspendida && (
        <Notice tone="warning" still>
          Está suspendida: no se le carga nada. Lo que debe se puede pagar.
        </Notice>
      )}
      <dl className={styles.tiles}>
        <div className={cx(saldo > 0 && styles.debe)}>
          <dt>{saldo < 0 ? 'A favor' : 'Debe'}</dt>
          <dd>{formatPesos(Math.abs(saldo))}</dd>
        </div>
        <div>
          <dt>Le queda</dt>
          <dd>{formatPesos(disponible)}</dd>
        </div>
        <div>
          <dt>Límite</dt>
          <dd>{formatPesos(limite)}</dd>
        </div>
      </dl>
      <div className={styles.botones}>
        {saldo > 0 && (
          <Button variant="primary" size="medium" icon={Banknote} onClick={() => onOpen('pagar')}>
            Cobrar un pago
          </Button>
        )}
        {cuenta.editable && (
          <Button size="medium" icon={Pencil} onClick={() => onOpen('cambiar')}>
            Cambiar datos y límite
          </Button>
        )}
      </div>
    </>
  )
}

function Autorizados({ cuenta, onAdd }: { cuenta: CuentaCorriente; onAdd: () => void }) {
  const again = useCuentasAgain()
  async function remove(autorizado_id: number, nombre: string) {
    const answer = await ask('DELETE /api/mostrador/cuentas-corrientes/:id/autorizados/:autorizado_id', {
      params: { id: String(cuenta.id), autorizado_id: String(autorizado_id) },
    }).catch(() => null)
    if (answer?.ok) showToast(`${nombre} ya no puede retirar.`)
    else showProblem(answer?.errores ?? sinRespuesta('se hizo'))
    void again()
  }
  return (
    <section className={comun.parte} aria-labelledby="autorizados">
      <div className={comun.head}>
        <h2 id="autorizados">Quiénes pueden retirar</h2>
        {cuenta.editable && (
          <Button size="medium" icon={UserPlus} onClick={onAdd}>
            Agregar
          </Button>
        )}
      </div>
      <ul className={styles.personas}>
        {cuenta.autorizados.map(({ id, nombre, dni }) => (
          <li key={id}>
            <span>
              {nombre}
              {dni && <span className="muted"> · DNI {dni}</span>}
            </span>
            {cuenta.editable && cuenta.autorizados.length > 1 && (
              <TextButton aria-label={`Quitar a ${nombre}`} onClick={() => void remove(id, nombre)}>
                Quitar
              </TextButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Mes({ cuenta, pdfs, onMes }: { cuenta: CuentaCorriente; pdfs: Pdfs; onMes: (mes: string) => void }) {
  const { id, nombre, mes, saldo_anterior, saldo_final, movimientos } = cuenta
  const base = `/api/mostrador/cuentas-corrientes/${id}`
  const meses = mesesOf(cuenta, new Date(serverNow()))
  return (
    <section className={comun.page} aria-labelledby="movimientos">
      <div className={comun.head}>
        <h2 id="movimientos">Movimientos</h2>
        <SelectField label="Mes" value={mes} onChange={({ target }) => onMes(target.value)}>
          {[...new Set([mes, ...meses])].map((one) => (
            <option key={one} value={one}>
              {mesTitle(one)}
            </option>
          ))}
        </SelectField>
        <div className={styles.botones}>
          <BusyButton
            size="medium"
            icon={FileText}
            isBusy={pdfs.busy.includes('extracto')}
            busyText="Preparando…"
            about={` de ${mesTitle(mes)}`}
            onClick={() =>
              void pdfs.view({
                key: 'extracto',
                titulo: 'el extracto',
                fileName: `Extracto-${mes}.pdf`,
                path: `${base}/extracto.pdf?mes=${mes}`,
              })
            }
          >
            Extracto en PDF
          </BusyButton>
          <Descarga
            formato="Excel"
            name={`${nombre}, ${mesTitle(mes)}`}
            href={`${base}/movimientos.xlsx?mes=${mes}`}
          />
        </div>
      </div>
      {pdfs.news?.isError && <Notice tone="error">{pdfs.news.text}</Notice>}
      <p>
        Saldo anterior: <b className={comun.number}>{conSigno(saldo_anterior)}</b>. Saldo al final:{' '}
        <b className={comun.number}>{conSigno(saldo_final)}</b>.
      </p>
      <Lista
        query={{ data: movimientos.toReversed(), error: null, refetch: () => undefined }}
        label={`Movimientos de ${mesTitle(mes)}`}
        columns={['Cuándo', 'Qué', 'Importe', 'Saldo', 'Quién', 'Recibo']}
        empty={`Sin movimientos en ${mesTitle(mes)}.`}
      >
        {(move) => <Fila key={move.id} move={move} cuenta={cuenta} recibos={pdfs} />}
      </Lista>
    </section>
  )
}

function Fila({
  move,
  cuenta,
  recibos,
}: {
  move: MovimientoCuentaCorriente
  cuenta: CuentaCorriente
  recibos: Recibos
}) {
  return (
    <tr>
      <td className={comun.number}>{formatMoment(move.cuando)}</td>
      <th scope="row">
        {move.pedido_id && (
          <>
            <TextLink to={`/mostrador/pedidos/${move.pedido_id}`}>Pedido {move.numero}</TextLink>,{' '}
          </>
        )}
        {asientoTitle(move)}
      </th>
      <td className={comun.number} data-columna="Importe">
        {conSigno(move.importe)}
      </td>
      <td className={comun.number} data-columna="Saldo">
        {conSigno(move.saldo)}
      </td>
      <td data-columna="Quién">{move.quien}</td>
      <td>
        {move.tipo === 'pago' && <ReciboButtons cuenta={cuenta} recibos={recibos} movimiento_id={move.id} />}
      </td>
    </tr>
  )
}
