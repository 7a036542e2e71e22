/**
 * Words that mean the same on documents, in English, German, French, Spanish, Italian, Portuguese and Dutch, as stems of at
 * least three letters without accents: a longer word that begins or ends with one has its meaning (`rechnungsdatum`). Those of
 * one line are equal for a label.
 */
export const concepts: readonly string[] = [
  'invoice rechnung facture factura fattura fatura factuur',
  'number num nummer numero nro nr no n no. nº id identifier kennung ref',
  'date datum fecha data',
  'issue issued ausstellung emission emitido emisión emissione emissao uitgifte',
  'due fallig echeance vencimiento scadenza vencimento vervaldatum verval',
  'total totale totaal gesamt summe somme suma soma gesamtbetrag insgesamt',
  'subtotal zwischensumme soustotal sottototale subtotaal',
  'amount betrag montant importe importo valor bedrag part',
  'tax vat mwst ust steuer tva iva btw imposto impuesto imposta taxe umsatzsteuer mehrwertsteuer',
  'net netto neto liquido',
  'gross brutto brut bruto lordo',
  'rate satz taux tasa tipo aliquota taxa tarief percent prozent',
  'name nom nombre nome naam',
  'address anschrift adresse direccion indirizzo endereco adres domicilio',
  'phone telephone tel telefon telefono telefone telefoon',
  'email mail courriel correo',
  'customer client kunde kunden cliente klant buyer kaufer acheteur comprador recipient empfanger',
  'supplier vendor seller lieferant verkaufer fournisseur vendeur proveedor vendedor fornitore fornecedor leverancier verkoper',
  'company firma unternehmen societe entreprise empresa sociedad azienda societa bedrijf onderneming gesellschaft',
  'quantity qty menge anzahl quantite cantidad quantita quantidade aantal hoeveelheid',
  'price preis prix precio prezzo preco prijs einzelpreis',
  'unit einzel einheit unitaire unitario unite unidad unita unidade eenheid',
  'description beschreibung bezeichnung designation descripcion descrizione descricao omschrijving details',
  'item article artikel articulo articolo artigo position',
  'product produkt produit producto prodotto produto',
  'order bestellung auftrag commande pedido ordine encomenda bestelling',
  'account konto compte cuenta conto conta rekening',
  'payment zahlung paiement pago pagamento betaling',
  'method mode methode metodo art',
  'country land pays pais paese',
  'city stadt ort ville ciudad citta cidade plaats',
  'zip postal plz postcode postleitzahl cap',
  'street strasse rue calle rua straat',
  'start from von debut inicio inizio vom',
  'end until bis fin fine fim einde',
  'period zeitraum periode periodo tijdvak',
  'balance saldo solde bilanz balans bilan balanco bilancio',
  'income winst gewinn ergebnis resultat resultaat resultados resultado',
  'birth geburt naissance nacimiento nascita nascimento geboorte dob',
  'employee mitarbeiter arbeitnehmer salarie salarial employe empleado dipendente funcionario werknemer',
  'employer arbeitgeber employeur patronal empleador datore empregador werkgever',
  'weight wt gewicht poids peso',
  'carton ctn karton carton caja scatola caixa doos',
  'dimension abmessung masse dimensiones dimensioni medidas afmeting',
  'currency wahrung devise moneda valuta moeda',
  'code kode codigo codice',
  'page seite pagina',
  'assets aktiva actif activo attivo ativo activa',
  'liabilities passiva passif pasivo passivo',
  'equity eigenkapital capitaux patrimonio eigenvermogen',
  'year jahr annee ano anno jaar exercice',
  'month monat mois mes mese maand',
  'hours stunden heures horas ore uren',
  'shipper absender expediteur remitente mittente remetente afzender',
  'consignee destinataire destinatario geadresseerde',
  'signature unterschrift firma assinatura handtekening',
  'title titel titre titulo titolo',
  'type typ art',
  'line zeile ligne linea linha regel pos',
  'discount rabatt remise descuento sconto desconto korting allowance',
  'reference ref referenz referencia riferimento referentie',
  'status stato estado',
]

/** Words of names and descriptions that are on no page. */
export const wordsWithoutMeaning: ReadonlySet<string> = new Set(
  'sheet statement schedule table list items lines entries rows details de du des la le les del della dei di do da dos das el los las il lo der die das dem den vom zum zur het een und et y e en van the a an of in on at to for from by as is are if or and per with its this that be was were been any all each one only not no none else null yyyy mm dd format exactly printed shown listed e g eg ie string value values field document'.split(
    ' ',
  ),
)

/** Words that many labels have and that tell little, which count half. */
export const wordsOfLittleWeight: ReadonlySet<string> = new Set(
  'name number no id date total amount value code type text description printed current document line item'.split(' '),
)
