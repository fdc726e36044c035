import type { PedidoMostrador, ReposicionMostrador } from '@imprimitodo/shared/api/mostrador'
import { paginasTexto } from '@imprimitodo/shared/rules/compra/aviso'
import { Eye, Mail, MessageCircle } from 'lucide-react'
import { useId } from 'react'
import buttons from '../../../ui/button.module.css'
import { BusyButton } from '../../busy-button.tsx'
import impresion from '../../impresion/impresion.module.css'
import { useReposicion } from '../../reposicion.ts'
import { ageText } from '../../tiempo.ts'
import { useNow } from '../../use-now.ts'
import { askText, whatsappToCliente } from '../ficha/contacto.ts'
import { differenceText } from './diferencia.ts'
import type { Pdfs } from './use-pdfs.ts'

/** Missing or changed files of the order: one box for each, with its actions. */
export function Reposiciones({ pedido, pdfs }: { pedido: PedidoMostrador; pdfs: Pdfs }) {
  return pedido.reposiciones.map((reposicion) =>
    reposicion.recibido ? (
      <Recibida key={reposicion.n} pedido={pedido} reposicion={reposicion} pdfs={pdfs} />
    ) : (
      <Falta key={reposicion.n} pedido={pedido} reposicion={reposicion} />
    ),
  )
}

type Props = { pedido: PedidoMostrador; reposicion: ReposicionMostrador }

function Falta({ pedido, reposicion: { n, nombre, danado, pedida, quien, enlace } }: Props) {
  const heading = useId()
  const now = useNow()
  const { mutate, isPending } = useReposicion()
  const { pedido_id, email, celular } = pedido
  return (
    <section className={impresion.pregunta} aria-labelledby={heading}>
      <h2 id={heading}>
        «{nombre}» {danado === 'cambió' ? 'se dañó en el disco' : 'ya no está en el disco'}
      </h2>
      <p>
        {pedida
          ? `${quien} se lo pidió al cliente ${ageText(pedida, now)}. Cuando lo mande te avisamos acá.`
          : 'No se puede imprimir. Pedíselo al cliente: lo manda desde un enlace, y el precio no cambia.'}
        {!email && ' No dejó e-mail: pasale el enlace por WhatsApp.'}
      </p>
      <div className={impresion.respuestas}>
        <BusyButton
          size="medium"
          variant={pedida ? undefined : 'primary'}
          icon={Mail}
          isBusy={isPending}
          busyText="Pidiendo…"
          about={` «${nombre}»`}
          onClick={() => mutate({ que: 'pedir', pedido_id, n })}
        >
          {pedida ? 'Pedirlo otra vez' : 'Pedírselo al cliente'}
        </BusyButton>
        {enlace && celular && (
          <a
            className={buttons.text}
            href={whatsappToCliente(celular, askText(pedido, { nombre, enlace }))}
            target="_blank"
            rel="noreferrer"
          >
            <MessageCircle size={18} aria-hidden />
            Mandar el enlace por WhatsApp
          </a>
        )}
      </div>
    </section>
  )
}

function Recibida({ pedido, reposicion, pdfs }: Props & { pdfs: Pdfs }) {
  const heading = useId()
  const { mutate, isPending } = useReposicion()
  const { n, nombre, vez, recibido } = reposicion
  const { pedido_id } = pedido
  const pdf = {
    key: `recibido-${n}`,
    titulo: `lo que llegó en lugar de «${nombre}»`,
    fileName: nombre,
    path: `/api/mostrador/pedidos/${encodeURIComponent(pedido_id)}/reposiciones/${n}/recibido.pdf`,
  }
  const cannot = recibido ? recibido.imposibles : []
  return (
    <section className={impresion.pregunta} aria-labelledby={heading}>
      <h2 id={heading}>El cliente mandó otro archivo en lugar de «{nombre}»</h2>
      <p>
        {differenceText(reposicion)}
        {recibido && !recibido.revisado && ' Todavía estamos revisando cómo sale.'}
        {cannot.length > 0 && <b> No se puede imprimir ({paginasTexto(cannot)}): pedilo de nuevo.</b>}
      </p>
      <div className={impresion.respuestas}>
        <BusyButton
          size="medium"
          icon={Eye}
          isBusy={pdfs.busy.includes(pdf.key)}
          busyText="Abriendo…"
          onClick={() => void pdfs.view(pdf)}
        >
          Ver lo que llegó
        </BusyButton>
        {cannot.length === 0 && (
          <BusyButton
            size="medium"
            variant="primary"
            isBusy={isPending}
            busyText="Guardando…"
            onClick={() => mutate({ que: 'aceptar', pedido_id, n, vez })}
          >
            Aceptar este archivo
          </BusyButton>
        )}
        <BusyButton
          size="medium"
          isBusy={isPending}
          busyText="Guardando…"
          onClick={() => mutate({ que: 'pedir', pedido_id, n, vez })}
        >
          Pedirlo de nuevo
        </BusyButton>
      </div>
    </section>
  )
}
