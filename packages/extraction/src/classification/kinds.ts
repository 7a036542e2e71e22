/** A kind of document that has a name of its own in many languages. */
export type DocumentKind = {
  /** The titles of such documents, as phrases divided by commas. The first one is in English. */
  readonly names: string
  /** The phrases that are printed on documents of the kind and seldom on others. */
  readonly signs: string
  /** The name of a wider kind, whose title it may bear. */
  readonly within?: string
  /**
   * True if the name tells the look of a document rather than its subject, so that one of another kind may have it too.
   */
  readonly isGeneral?: true
}

/**
 * Kinds of documents in English, German, French, Spanish, Italian, Portuguese and Dutch, folded as `foldText` does. A kind that is
 * no label of a request is evidence too: a delivery note is no invoice, although it names one.
 */
export const documentKinds: readonly DocumentKind[] = [
  {
    names:
      'invoice, tax invoice, sales invoice, commercial invoice, proforma invoice, utility bill, electricity bill, water bill, rechnung, schlussrechnung, abschlagsrechnung, stromrechnung, facture, factura, fattura, fatura, factuur, nota fiscal',
    signs:
      'invoice number, invoice no, invoice date, bill to, amount due, payment terms, rechnungsnummer, rechnungsdatum, rechnung nr, rechnungsbetrag, zahlbar bis, zahlungsziel, numero de facture, date de facture, facture no, montant du, numero de factura, fecha de factura, numero fattura, data fattura, numero da fatura, data da fatura, factuurnummer, factuurdatum, te betalen',
  },
  {
    names:
      'receipt, cash receipt, sales receipt, till receipt, payment receipt, simplified tax invoice, quittung, kassenbon, kassenbeleg, bon, recu, ticket de caisse, recibo, ticket de compra, scontrino, ricevuta, talao, kassabon, bonnetje',
    signs:
      'cash, change, change due, cashier, tendered, card payment, thank you, please come again, rounding, round amt, gst summary, goods sold are not, till, bar, ruckgeld, gegeben, bediener, rendu, especes, efectivo, cambio, cajero, contanti, resto, troco, dinheiro, contant, wisselgeld',
    within: 'invoice',
  },
  {
    names:
      'credit note, credit memo, gutschrift, avoir, note de credit, nota de credito, nota di credito, creditnota, creditfactuur',
    signs: 'amount credited, credited amount, original invoice, gutschriftsnummer',
  },
  {
    names:
      'purchase order, bestellung, bestellschein, bon de commande, orden de compra, ordine di acquisto, ordem de compra, inkooporder, bestelbon',
    signs:
      'po number, purchase order number, p o number, ship to, bestellnummer, deliver to, delivery date, numero de commande, numero de pedido, numero ordine',
  },
  {
    names:
      'order confirmation, order acknowledgement, auftragsbestatigung, bestellbestatigung, confirmation de commande, confirmacion de pedido, conferma d ordine, confirmacao de encomenda, orderbevestiging',
    signs: 'auftragsnummer, order number, confirmed delivery',
  },
  {
    names:
      'delivery note, dispatch note, lieferschein, bon de livraison, bordereau de livraison, albaran, nota de entrega, documento di trasporto, bolla di consegna, guia de remessa, pakbon, leveringsbon',
    signs: 'delivered by, received by, lieferscheinnummer, quantity shipped, warenempfanger',
  },
  { names: 'packing list, packliste, liste de colisage, lista de empaque, paklijst', signs: 'gross weight, cartons' },
  {
    names:
      'quotation, quote, estimate, angebot, kostenvoranschlag, devis, presupuesto, cotizacion, preventivo, orcamento, offerte',
    signs: 'valid until, quotation number, gultig bis, angebotsnummer, valable jusqu, valido hasta, geldig tot',
  },
  {
    names:
      'payment reminder, reminder, dunning letter, mahnung, zahlungserinnerung, rappel, recordatorio de pago, sollecito, aanmaning, herinnering',
    signs: 'overdue, outstanding amount, mahngebuhr, uberfallig, impaye, vencida, scaduto, openstaand',
  },
  {
    names:
      'contract, agreement, lease agreement, credit agreement, terms of service, vertrag, mietvertrag, arbeitsvertrag, kaufvertrag, vereinbarung, contrat, bail, contrato, contratto, overeenkomst, arbeidsovereenkomst',
    signs:
      'hereinafter, herein, whereas, in witness whereof, governing law, the parties, party of the, termination, indemnify, vertragspartner, im folgenden, gerichtsstand, ci apres, les parties, las partes, clausula, le parti, as partes, hierna te noemen',
  },
  {
    names:
      'bank statement, account statement, statement of account, kontoauszug, releve de compte, releve bancaire, extracto bancario, extracto de cuenta, estratto conto, extrato bancario, extrato de conta, rekeningafschrift, bankafschrift',
    signs:
      'opening balance, closing balance, balance brought forward, balance carried forward, statement period, account number, withdrawals, deposits, alter kontostand, neuer kontostand, kontostand, solde precedent, nouveau solde, saldo anterior, saldo inicial, saldo final, saldo iniziale, beginsaldo, eindsaldo',
  },
  {
    names:
      'payslip, pay slip, pay stub, payroll, salary slip, earnings statement, lohnabrechnung, gehaltsabrechnung, verdienstabrechnung, entgeltabrechnung, bulletin de paie, bulletin de salaire, fiche de paie, nomina, recibo de nomina, busta paga, cedolino, recibo de vencimento, folha de pagamento, contracheque, loonstrook, salarisstrook, loonspecificatie',
    signs:
      'net pay, gross pay, basic pay, pay period, employee number, income tax, national insurance, provident fund, deductions, earnings, bruttolohn, nettolohn, auszahlungsbetrag, lohnsteuer, steuerklasse, sozialversicherung, net a payer, salaire brut, cotisations, salario base, liquido a percibir, retribuzione, trattenute, netto in busta, brutoloon, nettoloon, loonheffing',
  },
  {
    names:
      'balance sheet, statement of financial position, bilanz, bilan, balance de situacion, balance general, stato patrimoniale, balanco, balans',
    signs:
      'total assets, total liabilities, current assets, non current assets, current liabilities, retained earnings, shareholders equity, total equity, aktiva, passiva, eigenkapital, umlaufvermogen, anlagevermogen, total actif, total passif, activo corriente, pasivo corriente, patrimonio netto, ativo corrente, passivo corrente, vaste activa, vlottende activa, eigen vermogen',
  },
  {
    names:
      'income statement, profit and loss, profit and loss statement, statement of operations, statement of income, gewinn und verlustrechnung, erfolgsrechnung, compte de resultat, cuenta de resultados, cuenta de perdidas y ganancias, conto economico, demonstracao dos resultados, demonstracao do resultado, winst en verliesrekening',
    signs:
      'cost of sales, cost of goods sold, gross profit, operating income, operating profit, net income, profit before tax, operating expenses, umsatzerlose, materialaufwand, jahresuberschuss, chiffre d affaires, resultat net, resultado del ejercicio, ricavi, utile netto, vendas, resultado liquido, netto omzet, bedrijfsresultaat',
  },
  { names: 'cash flow statement, kapitalflussrechnung, tableau des flux de tresorerie, kasstroomoverzicht', signs: '' },
  {
    names:
      'tax return, tax assessment, steuererklarung, steuerbescheid, declaration de revenus, avis d imposition, declaracion de la renta, dichiarazione dei redditi, declaracao de rendimentos, belastingaangifte, aanslagbiljet',
    signs: 'tax year, taxable income, tax payable, steuernummer, finanzamt, veranlagungszeitraum, revenu fiscal',
  },
  {
    names:
      'form, application form, application, registration form, questionnaire, formular, antrag, anmeldung, fragebogen, formulaire, demande, formulario, solicitud, modulo, domanda, requerimento, formulier, aanvraag',
    signs:
      'please print, office use only, for official use, applicant, date of birth, signature of applicant, tick, check one, bitte ankreuzen, antragsteller, geburtsdatum, cochez, demandeur, marque con, firma del solicitante, richiedente, data di nascita, aankruisen, aanvrager',
    isGeneral: true,
  },
  {
    names: 'letter, brief, anschreiben, lettre, courrier, carta, lettera, missiva',
    signs:
      'dear, sincerely, yours faithfully, kind regards, best regards, sehr geehrte, sehr geehrter, mit freundlichen grussen, madame monsieur, cordialement, veuillez agreer, estimado, estimada, atentamente, egregio, gentile, cordiali saluti, prezado, atenciosamente, geachte, hoogachtend, met vriendelijke groet',
    isGeneral: true,
  },
  {
    names:
      'certificate, certification, zertifikat, bescheinigung, urkunde, zeugnis, certificat, attestation, certificado, certificato, attestato, getuigschrift, certificaat',
    signs:
      'this is to certify, certify that, hereby certifies, hiermit wird bescheinigt, certifie que, certifica que, si certifica',
  },
  {
    names: 'curriculum vitae, resume, cv, lebenslauf, hoja de vida, curriculo',
    signs:
      'work experience, professional experience, education, skills, references available, berufserfahrung, ausbildung, sprachkenntnisse, experience professionnelle, formation, experiencia laboral, formacion, esperienza lavorativa, istruzione, werkervaring, opleiding',
  },
  {
    names:
      'article, paper, research paper, scientific paper, scientific article, journal article, fachartikel, article scientifique, articulo cientifico, articolo scientifico, artigo cientifico, wetenschappelijk artikel',
    signs:
      'abstract, keywords, index terms, references, bibliography, related work, doi, arxiv, et al, proceedings, corresponding author, zusammenfassung, schlusselworter, literaturverzeichnis, resume mots cles, resumen, palabras clave, riassunto, parole chiave, resumo, palavras chave, samenvatting, trefwoorden',
  },
  {
    names:
      'minutes, meeting minutes, protokoll, sitzungsprotokoll, proces verbal, compte rendu, acta, verbale, notulen',
    signs:
      'present, apologies, agenda, anwesend, tagesordnung, ordre du jour, orden del dia, ordine del giorno, aanwezig',
  },
  {
    names:
      'air waybill, airway bill, sea waybill, waybill, consignment note, bill of lading, frachtbrief, luftfrachtbrief, seefrachtbrief, konnossement, lettre de voiture, connaissement, carta de porte, conocimiento de embarque, lettera di vettura, polizza di carico, conhecimento de embarque, vrachtbrief, cognossement',
    signs:
      'shipper, consignee, notify party, port of loading, port of discharge, airport of departure, airport of destination, vessel, voyage, carrier, awb, absender, empfanger, frachtfuhrer, expediteur, destinataire, afzender, geadresseerde',
  },
  {
    names:
      'insurance policy, policy, versicherungsschein, versicherungspolice, police d assurance, poliza, poliza de seguro, polizza assicurativa, apolice, polis, verzekeringspolis',
    signs:
      'policyholder, insured, premium, coverage, versicherungsnehmer, souscripteur, tomador, assicurato, verzekerde',
  },
  {
    names: 'prescription, rezept, ordonnance, receta medica, ricetta, receita medica, recept',
    signs: 'dosage, refills, dispense, dosierung, posologie, posologia, dosering',
  },
  {
    names:
      'medical report, discharge summary, discharge report, medical record, arztbrief, entlassungsbrief, befund, compte rendu medical, informe medico, historia clinica, referto medico, relatorio medico, medisch dossier, ontslagbrief',
    signs:
      'patient, diagnosis, admission date, discharge date, medications, history of present illness, physician, diagnose, anamnese, aufnahme, entlassung, antecedents, diagnostico, diagnosi, terapia',
  },
  {
    names:
      'identity card, id card, passport, driving licence, driver license, personalausweis, reisepass, fuhrerschein, carte d identite, passeport, permis de conduire, documento de identidad, pasaporte, carta d identita, passaporto, cartao de cidadao, identiteitskaart, paspoort, rijbewijs',
    signs:
      'nationality, place of birth, date of expiry, date of issue, staatsangehorigkeit, geburtsort, nationalite, nacionalidad, cittadinanza, nationaliteit',
  },
  {
    names:
      'manual, user guide, instructions, instruction manual, bedienungsanleitung, handbuch, gebrauchsanweisung, mode d emploi, notice, manuel, manual de usuario, instrucciones, manuale, istruzioni, manual do usuario, handleiding, gebruiksaanwijzing',
    signs:
      'troubleshooting, warning, installation, safety instructions, sicherheitshinweise, inbetriebnahme, depannage',
  },
  {
    names:
      'report, annual report, bericht, geschaftsbericht, jahresbericht, gutachten, rapport, rapport annuel, informe, memoria anual, relazione, relatorio, verslag, jaarverslag',
    signs:
      'executive summary, table of contents, findings, recommendations, inhaltsverzeichnis, sommaire, indice, conclusions',
    isGeneral: true,
  },
  // Words that end like the name of another kind.
  { names: 'abrechnung, berechnung, hochrechnung, jahresrechnung', signs: '' },
  { names: 'bill of quantities, bill of materials, list of material, leistungsverzeichnis, stuckliste', signs: '' },
]
