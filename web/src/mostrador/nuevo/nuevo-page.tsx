import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { formatPercent, formatPesos } from '@imprimitodo/shared/rules/dinero'
import { SIN_PRECIOS } from '@imprimitodo/shared/rules/precio'
import { promesaText } from '@imprimitodo/shared/rules/promesa'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { preciosQuery } from '../../api/queries.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CelularField } from '../../ui/celular-field.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { focusRangoProblem } from '../../ui/rango.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { BusyButton } from '../busy-button.tsx'
import { Heading } from '../layout/heading.tsx'
import { useSucursales } from '../queries.ts'
import { useSession } from '../session/session.ts'
import { ArchivosTabla } from './archivos-tabla.tsx'
import { Cobrado } from './cobrado.tsx'
import styles from './nuevo.module.css'
import { OtrasFormas } from './otras-formas.tsx'
import { Presupuesto } from './presupuesto.tsx'
import { Soltar } from './soltar.tsx'
import { type Datos, MEDIOS, useCobro } from './use-cobro.ts'
import { useCotizacion, usePrecio } from './use-cotizacion.ts'

const NADIE = { nombre: '', email: '', celular: '', medio: 'efectivo' } as const

/** An order of a customer at the counter: files, options, one contact, payment. */
export function NuevoPage() {
  const session = useSession()
  const own = session?.sucursal ?? ''
  const isDueno = session?.rol === 'dueno'
  const precios = useQuery({ ...preciosQuery, staleTime: 0 }).data
  const sinPrecios = precios !== undefined && !precios.byn
  const { data: sucursales = [] } = useSucursales()
  const { archivos, cotizacion, progreso, problema, ...lista } = useCotizacion()
  const [datos, setDatos] = useState<Omit<Datos, 'sucursal'>>(NADIE)
  const [chosen, setSucursal] = useState('')
  const [rechazados, setRechazados] = useState<string[]>([])
  const { cobrar, isBusy, problemas, cobrado, correct, restart } = useCobro()
  const sucursal = own || chosen || (sucursales[0]?.nombre ?? '')
  const precio = usePrecio(cotizacion, sucursal)
  const set = (change: Partial<Datos>) => setDatos((before) => ({ ...before, ...change }))

  if (cobrado)
    return (
      <Cobrado
        cobrado={cobrado}
        onAnother={() => {
          restart()
          lista.restart()
          setDatos(NADIE)
        }}
      />
    )
  const isReady = precio !== undefined && !precio.color_pendiente
  return (
    <div className={styles.page}>
      <Heading title="Pedido nuevo" />
      {sinPrecios && <SinPrecios isDueno={isDueno} />}
      <Soltar disabled={isBusy || sinPrecios} onFiles={(files) => setRechazados(lista.add(files))} />
      <OtrasFormas disabled={isBusy || sinPrecios || !sucursal} sucursal={sucursal} lista={lista} />
      {rechazados.length > 0 && <Notice tone="warning">{rechazados.join(' ')}</Notice>}
      <ArchivosTabla
        archivos={archivos}
        cotizacion={cotizacion}
        disabled={isBusy}
        onChange={lista.change}
        onRemove={lista.remove}
      />
      {problema && (
        <Notice
          tone="error"
          action={
            <Button size="medium" icon={RotateCw} onClick={lista.retry}>
              Reintentar
            </Button>
          }
        >
          {problema}
        </Notice>
      )}
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (focusRangoProblem()) return
          if (isReady) void cobrar(precio.pedido_id, { ...datos, sucursal })
        }}
      >
        <div className={styles.campos}>
          <Field
            label="Nombre"
            autoComplete="off"
            maxLength={120}
            hint="Alcanza con un dato: nombre, celular o e-mail."
            value={datos.nombre}
            error={problemas.nombre ?? null}
            onChange={({ target }) => {
              correct('nombre')
              set({ nombre: target.value })
            }}
          />
          <CelularField
            label="Celular"
            autoComplete="off"
            value={datos.celular}
            error={problemas.celular ?? null}
            onText={(celular) => {
              correct('celular')
              set({ celular })
            }}
          />
          <Field
            label="E-mail"
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={254}
            hint="Con el de su cuenta suma puntos."
            value={datos.email}
            error={problemas.email ?? null}
            onChange={({ target }) => {
              correct('email')
              set({ email: target.value })
            }}
          />
          {!own && (
            <SelectField
              label="Sucursal"
              value={sucursal}
              error={problemas.sucursal ?? null}
              onChange={({ target }) => setSucursal(target.value)}
            >
              {sucursales.map(({ nombre }) => (
                <option key={nombre}>{nombre}</option>
              ))}
            </SelectField>
          )}
        </div>
        <Segmented
          label="Cómo paga"
          options={MEDIOS}
          value={datos.medio}
          disabled={isBusy}
          onChange={(medio) => set({ medio })}
        />
        {problemas.general && <Notice tone="error">{problemas.general}</Notice>}
        <p className={styles.total} role="status">
          {textOf(archivos.length, progreso, precio)}
        </p>
        <BusyButton
          type="submit"
          variant="primary"
          isBusy={isBusy}
          busyText="Cobrando…"
          aria-disabled={!isReady}
        >
          {precio ? `Cobrar ${formatPesos(precio.importe_final)}` : 'Cobrar'}
        </BusyButton>
      </form>
      <Presupuesto pedido_id={isReady ? precio.pedido_id : null} sucursal={sucursal} quien={datos} />
    </div>
  )
}

const SinPrecios = ({ isDueno }: { isDueno: boolean }) => (
  <Notice
    tone="warning"
    action={isDueno && <LinkButton to="/mostrador/ajustes">Cargar los precios</LinkButton>}
  >
    {SIN_PRECIOS}
  </Notice>
)

function textOf(files: number, progreso: number | null, precio: PedidoAnswer | undefined): string {
  if (files === 0) return 'Agregá los archivos para ver el precio.'
  if (progreso !== null) return progreso < 100 ? `Subiendo… ${progreso} %` : 'Contando las hojas…'
  if (precio?.color_pendiente) return 'Contando las páginas en color…'
  if (!precio) return ''
  const { total, descuento_porcentaje, prometido_estimado } = precio
  // Or what the rows say would not add up to what the button says
  const descuento =
    descuento_porcentaje > 0 &&
    `Son ${formatPesos(total)}, menos el ${formatPercent(descuento_porcentaje)} % de descuento.`
  const listo =
    prometido_estimado &&
    `Si paga ahora, lo tiene listo ${promesaText(prometido_estimado, new Date(serverNow()))}.`
  return [descuento, listo].filter(Boolean).join(' ')
}
