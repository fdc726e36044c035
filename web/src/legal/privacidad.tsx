import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { useQuery } from '@tanstack/react-query'
import { preciosQuery } from '../api/queries.ts'
import { Link } from '../ui/link.tsx'
import styles from './legal.module.css'
import { type ParteDeTexto, Texto } from './texto.tsx'
import { LegalVendedor, MailTo } from './vendedor.tsx'

const diasText = (dias: number | undefined): string => {
  if (dias === undefined) return 'unos días'
  return dias === 1 ? '1 día' : `${dias} días`
}

/** How long each kind of data is kept; for files the owner sets it. */
function Plazos() {
  const { retencion_dias, retencion_listo_dias } = useQuery(preciosQuery).data ?? {}
  const rows = [
    ['Archivos que subiste sin confirmar el pedido', '48 horas desde tu último cambio'],
    [
      'Archivos de un pedido, sus miniaturas y lo que mandamos a imprimir',
      `Hasta ${diasText(retencion_dias)} después de entregado, cancelado, vencido o reembolsado; ${diasText(retencion_listo_dias)} si está listo y nadie lo retira`,
    ],
    ['Pedidos, pagos y facturas', '10 años, como exigen las normas contables e impositivas'],
    ['Tu cuenta', 'Hasta que la elimines; si nunca la activaste, 30 días'],
    ['Tu sesión', '30 días sin uso, 90 como máximo'],
    [
      'Los navegadores desde los que entraste',
      '400 días desde la última vez, o hasta que elimines la cuenta',
    ],
    ['Correos que te mandamos', 'Mientras guardamos el pedido o la cuenta de que tratan'],
    ['Tu e-mail en la ruleta', '1 año desde tu último tiro'],
    ['Que ya tuviste el primer cupón', 'Siempre, como una huella de tu e-mail que no dice cuál es'],
    ['Pedidos de arrepentimiento', '5 años'],
  ]
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Qué</th>
          <th scope="col">Cuánto tiempo</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([what, time]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{time}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const PARTES: ParteDeTexto[] = [
  { id: 'responsable', titulo: 'Quién es responsable', texto: <LegalVendedor /> },
  {
    id: 'datos',
    titulo: 'Qué datos guardamos y para qué',
    texto: (
      <>
        <ul>
          <li>
            <b>De un pedido:</b> los PDF, sus opciones, tu e-mail y celular, la sucursal o la dirección de
            entrega, los importes y el estado del pago. Para imprimirlo, cobrarlo, entregarlo y avisarte.
          </li>
          <li>
            <b>De una cuenta:</b> nombre, e-mail, celular, fecha de nacimiento y tu contraseña, cifrada de
            modo que nadie puede leerla. Para que entres, veas tus pedidos y sumes puntos.
          </li>
          <li>
            <b>De una factura:</b> CUIT, nombre, domicilio y condición ante el IVA. Porque la ley lo exige.
          </li>
          <li>
            <b>De la ruleta:</b> tu e-mail, para que haya dos tiros por día.
          </li>
          <li>
            <b>De una sesión:</b> qué navegador y sistema la abrió, para que la reconozcas en tu perfil y te
            avisemos si es uno nuevo.
          </li>
          <li>
            <b>Técnicos:</b> la dirección de red desde la que subís archivos, solo para frenar abusos.
          </li>
        </ul>
        <p>
          Tus archivos los ve solo quien imprime tu pedido. No los usamos para nada más. Darnos los datos es
          voluntario, pero sin los del pedido no podemos hacerlo. No hacemos perfiles, no vendemos datos y no
          mandamos publicidad.
        </p>
      </>
    ),
  },
  {
    id: 'navegador',
    titulo: 'Qué queda en tu navegador',
    texto: (
      <p>
        Cookies propias y necesarias: las de la sesión y su protección, la del control contra robots, la de la
        ruleta, la de tus últimos pedidos, que en este navegador ves enteros hasta que cerrás sesión, y un
        número al azar que distingue a este navegador, para frenar abusos. Además, tu pedido a medio hacer y
        las partes del sitio que permiten abrirlo sin señal. No usamos cookies de publicidad ni de
        seguimiento.
      </p>
    ),
  },
  {
    id: 'terceros',
    titulo: 'Con quién los compartimos',
    texto: (
      <>
        <p>Solo con quien hace falta para prestarte el servicio, y solo lo necesario:</p>
        <ul>
          <li>Mercado Pago, que procesa los pagos.</li>
          <li>ARCA, cuando pedís una factura.</li>
          <li>El servicio de mapas, con la dirección de entrega que escribiste.</li>
          <li>El proveedor que entrega nuestros correos y el que aloja el sitio.</li>
          <li>Google reCAPTCHA, si está activo al iniciar sesión, para distinguir personas de robots.</li>
        </ul>
      </>
    ),
  },
  { id: 'plazos', titulo: 'Cuánto tiempo', texto: <Plazos /> },
  {
    id: 'derechos',
    titulo: 'Tus derechos',
    texto: (
      <>
        <p>
          Con cuenta, en <Link to="/perfil">tu perfil</Link> podés descargar tus datos, corregirlos y eliminar
          la cuenta. Sin cuenta, o si no podés entrar,{' '}
          <MailTo asunto="Mis datos personales">escribinos</MailTo>: respondemos el acceso dentro de los 10
          días corridos y corregimos o borramos dentro de los 5 días hábiles. Cómo darte de baja:{' '}
          <Link to="/baja">acá</Link>.
        </p>
        <p>
          El titular de los datos personales tiene la facultad de ejercer el derecho de acceso a los mismos en
          forma gratuita a intervalos no inferiores a seis meses, salvo que se acredite un interés legítimo al
          efecto, conforme lo establecido en el artículo 14, inciso 3 de la Ley N° 25.326.
        </p>
        <p>
          La AGENCIA DE ACCESO A LA INFORMACIÓN PÚBLICA, en su carácter de Órgano de Control de la Ley N°
          25.326, tiene la atribución de atender las denuncias y reclamos que interpongan quienes resulten
          afectados en sus derechos por incumplimiento de las normas vigentes en materia de protección de
          datos personales.
        </p>
      </>
    ),
  },
]

/** Which personal data is kept, why and how long (Ley 25.326). */
export const Privacidad = () => (
  <Texto titulo={RUTAS['/privacidad'].head.titulo} desde="21 de noviembre de 2026" partes={PARTES} />
)
