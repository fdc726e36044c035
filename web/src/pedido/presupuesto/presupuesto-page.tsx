import type { PresupuestoAnswer } from '@imprimitodo/shared/api/presupuestos'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatPercent, formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatDay } from '@imprimitodo/shared/rules/base/fecha'
import { anilladoText, opcionesText, paginasText } from '@imprimitodo/shared/rules/compra/textos'
import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useParams } from 'react-router'
import { call } from '../../api/call.ts'
import { dataOf, isRefused } from '../../api/query-client.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { AlertDialog } from '../../ui/dialog/alert-dialog.tsx'
import { Importe } from '../../ui/form/importe.tsx'
import { FailedSheet } from '../../ui/notice/failed-sheet.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { PageLoading } from '../../ui/notice/page-loading.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Thumbnail } from '../../ui/picture/thumbnail.tsx'
import { ROTULO } from '../../ui/state/nombre.ts'
import styles from './presupuesto.module.css'
import { useAsk } from './use-ask.ts'

/** A quote of the counter, and a button that makes an order of it. */
export function PresupuestoPage() {
  const { token = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['presupuesto', token],
    queryFn: ({ signal }) => dataOf(call('GET /api/presupuestos/:token', { params: { token }, signal })),
    staleTime: 0,
  })
  return (
    <div className={`wrap ${styles.page}`}>
      <meta name="robots" content="noindex" />
      {data ? (
        <Dado token={token} presupuesto={data} />
      ) : error ? (
        <Fallo error={error} isRetrying={isFetching} retry={() => void refetch()} />
      ) : (
        <PageLoading label="Buscando tu presupuesto…" />
      )}
    </div>
  )
}

function Dado({ token, presupuesto }: { token: string; presupuesto: PresupuestoAnswer }) {
  const { sucursal, nombre, importe, creado, vence, descuento_porcentaje, calculo } = presupuesto
  return (
    <>
      <PageHeading title={RUTAS['/presupuesto/:token'].head.titulo} />
      <p className="lead">
        {nombre && `${nombre}, te`}
        {!nombre && 'Te'} lo pasaron en {ROTULO} {sucursal} el {formatDay(creado)}.
      </p>
      <section className={styles.precio} aria-label="Cuánto sale">
        <Importe pesos={importe} className={styles.importe} />
        <p>
          {descuento_porcentaje > 0 &&
            `Con el ${formatPercent(descuento_porcentaje)} % de descuento por pagar en la web. `}
          {calculo ? (
            <>Con los precios del {formatDay(creado)}.</>
          ) : (
            <>
              <b>El precio se te mantiene hasta el {formatDay(vence)}.</b> Si cambiás algo, se calcula con los
              precios del día.
            </>
          )}
        </p>
      </section>
      {calculo ? (
        <DeCalculo presupuesto={presupuesto} calculo={calculo} />
      ) : (
        <DeArchivos token={token} presupuesto={presupuesto} />
      )}
    </>
  )
}

function DeArchivos({ token, presupuesto }: { token: string; presupuesto: PresupuestoAnswer }) {
  const { pedir, isBusy, problem, inTheWay, giveUp } = useAsk(token)
  return (
    <>
      <section aria-labelledby="que-lleva">
        <h2 id="que-lleva" className={styles.title}>
          Qué lleva
        </h2>
        <ul className={styles.lista}>
          {presupuesto.archivos.map((archivo, index) => (
            <li key={archivo.nombre} className={styles.archivo}>
              <Thumbnail
                className={styles.foto}
                src={`/api/presupuestos/${encodeURIComponent(token)}/archivos/${index + 1}/miniatura.webp`}
                dobleFaz={archivo.doble_faz}
                orientacion={archivo.orientacion}
                color={archivo.color === 'color'}
                anillado={archivo.anillado}
              />
              <p>
                <b>{archivo.nombre}</b>
                <span>
                  {[paginasText(archivo), opcionesText(archivo), anilladoText(archivo)].join(' · ')}
                </span>
              </p>
            </li>
          ))}
        </ul>
      </section>
      {problem && <Notice tone="error">{problem}</Notice>}
      <p>
        <Button variant="primary" iconAfter={ArrowRight} aria-disabled={isBusy} onClick={() => void pedir()}>
          {isBusy ? 'Preparando tu pedido…' : 'Hacer el pedido'}
        </Button>
      </p>
      {inTheWay.length > 0 && (
        <AlertDialog
          title="Tenés otro pedido a medio hacer"
          onClose={giveUp}
          actions={
            <>
              <Button onClick={giveUp}>No, seguir con el otro</Button>
              <Button variant="primary" onClick={() => void pedir({ discard: true })}>
                Reemplazarlo
              </Button>
            </>
          }
        >
          <p>
            Ya habías elegido {new Intl.ListFormat('es-AR').format(inTheWay.map((name) => `«${name}»`))}. Si
            hacés el pedido de este presupuesto, se va de la lista.
          </p>
        </AlertDialog>
      )}
    </>
  )
}

function DeCalculo({
  presupuesto: { importe, importe_hoy },
  calculo: { paginas, duplicado, hojas, tomos, color, doble_faz, anillado },
}: {
  presupuesto: PresupuestoAnswer
  calculo: NonNullable<PresupuestoAnswer['calculo']>
}) {
  const each = `${count(paginas, 'página')} en ${count(hojas, 'hoja')}`
  return (
    <>
      {importe_hoy !== null && importe_hoy !== importe && (
        <Notice tone="warning" still>
          <b>Los precios cambiaron: hoy sale {formatPesos(importe_hoy)}.</b> Es lo que se cobra si hacés el
          pedido ahora.
        </Notice>
      )}
      <ul className={styles.lista} aria-label="Qué lleva">
        <li>
          <b>{duplicado === 1 ? each : `${count(duplicado, 'copia')} de ${each}`}</b>
          <span>
            {[
              color === 'color' ? 'Color' : 'Blanco y negro',
              doble_faz ? 'doble faz' : 'simple faz',
              anillado && (tomos > 1 ? `anillado en ${tomos} tomos` : 'anillado'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      </ul>
      <p className="muted">
        Con tus archivos se cuenta hoja por hoja: el precio final lo ves antes de pagar.
      </p>
      <p>
        <LinkButton variant="primary" to="/imprimitodo" iconAfter={ArrowRight}>
          Subir mis archivos
        </LinkButton>
      </p>
    </>
  )
}

function Fallo({ error, isRetrying, retry }: { error: Error; isRetrying: boolean; retry: () => void }) {
  if (isRefused(error))
    return (
      <FailedSheet title="Este presupuesto no está" text={error.message}>
        <LinkButton variant="primary" to="/imprimitodo" iconAfter={ArrowRight}>
          Hacer un pedido
        </LinkButton>
      </FailedSheet>
    )
  return (
    <FailedSheet
      title="No pudimos cargar tu presupuesto"
      text="Revisá tu conexión o intentá más tarde."
      isBusy={isRetrying}
      retry={retry}
    />
  )
}
