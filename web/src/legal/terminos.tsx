import { DEFENSA_URL } from '@imprimitodo/shared/rules/vidriera/defensa'
import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { Link } from '../ui/link.tsx'
import styles from './legal.module.css'
import { type ParteDeTexto, Texto } from './texto.tsx'
import { LegalVendedor } from './vendedor.tsx'

const PARTES: ParteDeTexto[] = [
  { id: 'quienes', titulo: 'Quiénes somos', texto: <LegalVendedor /> },
  {
    id: 'pedido',
    titulo: 'Cómo se hace un pedido',
    texto: (
      <>
        <p>
          Subís tus PDF, elegís cómo imprimirlos y te mostramos el precio antes de pagar. No hace falta tener
          cuenta. El contrato se cierra cuando confirmás el pedido en el paso 3; te mandamos la constancia por
          correo cuando se acredita el pago.
        </p>
        <p>
          Imprimimos en A4, o en otra hoja cuando te la ofrecemos y la elegís. Una página de otro tamaño se
          ajusta a la hoja, centrada, y te avisamos antes. El trabajo se entrega como lo configuraste: revisá
          hoja, copias, faz, color y anillado antes de pagar.
        </p>
        <p>
          Lo que mandás a imprimir es tuyo y es tu responsabilidad tener derecho a copiarlo. No imprimimos
          material que la ley prohíba.
        </p>
      </>
    ),
  },
  {
    id: 'precios',
    titulo: 'Precios y pago',
    texto: (
      <>
        <p>
          Los precios son finales, en pesos argentinos, con todos los impuestos incluidos. El precio que
          aceptaste al confirmar se mantiene aunque la lista cambie después.
        </p>
        <p>
          El delivery se muestra aparte, antes de confirmar, y se paga al recibir. Cada compra online se paga
          con Mercado Pago; nosotros nunca vemos ni guardamos los datos de tu tarjeta.
        </p>
        <p>
          Un pedido sin pagar vence a las 72 horas. Si el pago se acredita más tarde, el pedido se retoma
          solo. Si pagaste un pedido ya cancelado, o dos veces el mismo, te devolvemos el pago sin que lo
          pidas.
        </p>
        <p>
          Podés pedir tu factura electrónica desde el enlace del correo o en{' '}
          <Link to="/facturar">la página de facturación</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'entrega',
    titulo: 'Entrega',
    texto: (
      <p>
        Retirás en la sucursal que elegiste con el código de tu pedido, o lo llevamos a tu domicilio si está
        dentro del radio de reparto. La fecha prometida está en la página de tu pedido y te avisamos por
        correo cuando está listo.
      </p>
    ),
  },
  {
    id: 'garantia',
    titulo: 'Si algo salió mal',
    texto: (
      <p>
        Si el trabajo no es lo que pediste o tiene una falla nuestra, lo hacemos de nuevo o te devolvemos el
        dinero, a tu elección. Escribinos o acercate a la sucursal con el número de pedido.
      </p>
    ),
  },
  {
    id: 'arrepentimiento',
    titulo: 'Derecho de arrepentimiento',
    texto: (
      <>
        <p className={styles.strong}>
          Tenés derecho a revocar una compra hecha por la web dentro de los 10 días corridos desde que la
          recibiste o la contrataste, lo último que ocurra, sin dar motivos y sin costo. Es irrenunciable.
        </p>
        <p>
          Usá el <Link to="/arrepentimiento">botón de arrepentimiento</Link>: no pide cuenta y te da un código
          en el acto. La ley exceptúa los productos confeccionados según tus especificaciones, como una
          impresión a medida (art. 1116 del Código Civil y Comercial); igual mandanos tu pedido: cada caso lo
          mira una persona.
        </p>
      </>
    ),
  },
  {
    id: 'beneficios',
    titulo: 'Puntos, códigos, cupones y ruleta',
    texto: (
      <>
        <p>
          Son gratis, sin obligación de compra, personales, y no se cambian por dinero. Valen en la web y en
          las sucursales.
        </p>
        <ul>
          <li>Los puntos se acreditan cuando se paga la compra. Si se devuelve el pago, se descuentan.</li>
          <li>
            Los códigos de hojas gratis duran 90 días y cubren copias blanco y negro doble faz. Lo que sobra
            vuelve como un código nuevo con el mismo vencimiento.
          </li>
          <li>El cupón de clientes dura 24 horas y se usa una vez.</li>
          <li>
            La ruleta da 2 tiros por día por correo; el descuento sale al azar entre los valores que muestra
            la rueda y vale hasta las 23:59 de ese día.
          </li>
          <li>Los premios están sujetos al stock que se ve en la página.</li>
          <li>En cada pedido se aplica como máximo un código de porcentaje.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'reclamos',
    titulo: 'Reclamos',
    texto: (
      <>
        <p>
          Defensa de las y los Consumidores. Para reclamos: <a href={DEFENSA_URL}>Ingrese aquí</a>.
        </p>
        <p>
          Rige la ley argentina (Ley 24.240 de Defensa del Consumidor) y, ante un conflicto, los tribunales de
          tu domicilio. El tratamiento de tus datos está en <Link to="/privacidad">Privacidad</Link>.
        </p>
      </>
    ),
  },
]

/** The shop's adhesion contract (Resolución 271/2020). A change of its words needs a new date. */
export const Terminos = () => (
  <Texto titulo={RUTAS['/terminos'].head.titulo} desde="21 de noviembre de 2026" partes={PARTES} />
)
