import type { MailWords } from "../mail-words.ts";

export const es: MailWords = {
  texts: {
    confirmAddress: {
      subject: "Confirme su dirección para {program}",
      body: "Hola, {name}:\n\nGracias por su solicitud a {program}. Confirme que esta dirección es suya y su solicitud se enviará.\n\n{link}\n\nEl enlace es válido durante {valid}. Si usted no envió ninguna solicitud, puede ignorar este correo: no ocurrirá nada.",
    },
    applicationReceived: {
      subject: "{program} ha recibido su solicitud",
      body: "Hola, {name}:\n\nSu solicitud a {program} ha llegado. Ya la están leyendo, y recibirá un correo en cuanto se decida. No tiene que hacer nada más.",
    },
    invited: {
      subject: "{program} le invita",
      body: "Hola, {name}:\n\n{program} le invita a formar parte de sus socios: comparta su propio enlace y gane cuando las personas que recomiende se conviertan en clientes.\n\n{link}\n\nLa invitación es válida durante {valid}.",
    },
    approved: {
      subject: "Le damos la bienvenida a {program}",
      body: "Hola, {name}:\n\nSu solicitud se ha aceptado: ya forma parte de {program}. Su enlace está listo, compártalo donde quiera.\n\n{link}",
    },
    rejected: {
      subject: "Su solicitud a {program}",
      body: "Hola, {name}:\n\nGracias por su interés en {program}. Esta vez su solicitud no se ha aceptado.\n\n{reason}\n{note}\n\nPuede volver a presentarla a partir del {reapplyAfter}.\n\n{link}",
    },
    signIn: {
      subject: "Su enlace de acceso a {program}",
      body: "Hola, {name}:\n\nCon este enlace inicia sesión en {program}.\n\n{link}\n\nFunciona una sola vez, durante {valid}. Si no lo ha pedido, puede ignorar este correo: nadie puede entrar sin el enlace.",
    },
    firstSale: {
      subject: "Su primera venta: {amount}",
      body: "Hola, {name}:\n\n¡Enhorabuena! Alguien a quien usted recomendó {program} ha comprado por primera vez.\n\nHa ganado: {amount}\n\nLas siguientes llegarán solas mientras su enlace esté en circulación.\n\n{link}",
    },
    payoutSent: {
      subject: "{amount} van de camino",
      body: "Hola, {name}:\n\n{program} ha enviado su pago. Según la forma de pago, llegará en los próximos días.\n\nPagado: {amount}\n\n{link}",
    },
    payoutFailed: {
      subject: "Su pago de {amount} no ha llegado",
      body: "Hola, {name}:\n\n{program} no ha podido pagarle. El dinero sigue siendo suyo y el pago se volverá a intentar.\n\nImporte: {amount}\nMotivo: {reason}\n\nCompruebe adónde van sus pagos.\n\n{link}",
    },
    monthlySummary: {
      subject: "{program}: {month}",
      body: "Hola, {name}:\n\nEste fue su mes.\n\nClics: {clicks}\nClientes potenciales: {leads}\nVentas: {sales}\nGanado: {amount}\n\n{link}",
    },
    consoleSignIn: {
      subject: "Su enlace de acceso a la consola de {program}",
      body: "Hola, {name}:\n\nCon este enlace inicia sesión en la consola, donde gestiona {program}.\n\n{link}\n\nFunciona una sola vez, durante {valid}. Si no lo ha pedido, puede ignorar este correo: nadie puede entrar sin el enlace.",
    },
    newApplication: {
      subject: "{partner} quiere unirse a {program}",
      body: "Hola, {name}:\n\n{partner} ha enviado una solicitud a {program} y espera una respuesta.\n\n{link}",
    },
    ownerDigest: {
      subject: "{program}: lo que le espera hoy",
      body: "Hola, {name}:\n\nEsto le espera en {program}.\n\nSolicitudes: {applications}\nPagos pendientes: {payouts}\nWebhooks con errores: {webhooks}\nIntegraciones con errores: {integrations}\n\n{link}",
    },
  },
  buttons: {
    confirmAddress: "Confirmar la dirección",
    invited: "Aceptar la invitación",
    approved: "Abrir mi panel",
    rejected: "Ver mi solicitud",
    signIn: "Iniciar sesión",
    firstSale: "Ver mis ganancias",
    payoutSent: "Ver mis pagos",
    payoutFailed: "Revisar mis pagos",
    monthlySummary: "Abrir mi panel",
    consoleSignIn: "Iniciar sesión",
    newApplication: "Leer la solicitud",
    ownerDigest: "Abrir la consola",
  },
  asked: "Recibe este correo porque alguien introdujo su dirección en {program}.",
  partOf: "Recibe este correo porque forma parte de los socios de {program}.",
  runs: "Recibe este correo porque gestiona {program}.",
  choose: "Elegir sus correos o darse de baja",
  copy: "Si el botón no funciona, abra esta dirección:",
  choices: {
    title: "Sus correos",
    ask: "¿Qué correos de {program} desea recibir?",
    kinds: {
      applicationReceived: "Mi solicitud ha llegado",
      approved: "Mi solicitud se ha aceptado",
      rejected: "Mi solicitud no se ha aceptado",
      firstSale: "Mi primera venta",
      payoutSent: "Se ha enviado un pago",
      payoutFailed: "Un pago ha fallado",
      monthlySummary: "Un resumen cada mes",
    },
    owner: "Lo que me espera: solicitudes, pagos, errores",
    save: "Guardar",
    saved: "Guardado.",
    none: "Ningún correo",
    gone: "Este enlace ya no funciona. Abra el de su correo más reciente.",
  },
};
