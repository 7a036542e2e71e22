/** A question that one document answers: a chunk that has all of the answer's texts, of that document, is a hit. */
export type RetrievalQuestion = {
  readonly question: string
  readonly document: string
  readonly answer: readonly string[]
}

const asked = (document: string, questions: readonly (readonly [string, ...string[]])[]): RetrievalQuestion[] =>
  questions.map(([question, ...answer]) => ({ document, question, answer }))

/** Fifty questions about ten of the documents, written before anything was measured. */
export const retrievalQuestions: readonly RetrievalQuestion[] = [
  ...asked('chromium-harbour-report-report', [
    ['Since when has the town kept a record of its harbour?', '1871'],
    ['Along how many lines were the depths of the harbour taken?', 'twenty-six lines'],
    ['Where was the mud sent to be examined?', 'college in Orme'],
    ['How many boat owners were asked in the harbour survey?', 'nineteen people'],
    ['What should be done about the harbour, and what does it cost?', 'a tenth of that'],
  ]),
  ...asked('weasyprint-kiln-manual-header-rule', [
    ['How should the shelves of the kiln be loaded?', 'three posts of the same height'],
    ['How fast may the kiln be heated up to 600 degrees?', '100 degrees an hour'],
    ['When may the lid of the kiln be opened?', '150 degrees'],
    ['What does error E2 of the controller mean?', 'E2 means'],
    ['Why does the glaze have holes?', 'fired too fast'],
  ]),
  ...asked('weasyprint-night-train-report', [
    ['How long did the train stand still at the border?', 'forty minutes'],
    ['How many stops did the night train make?', 'the train made eleven'],
    ['Why are the wheels of the train tapped with hammers?', 'dull sound'],
    ['What was there to eat in the dining car?', 'soup, bread and a pear'],
    ['What did the surveyor leave behind on the seat?', 'his plan lay on my seat'],
  ]),
  ...asked('chromium-tidal-mills-columns', [
    ['How late do hand-worked gates of tidal mills open in winter?', 'nineteen in winter'],
    ['How large is the pond of the mill at Saltby?', 'Saltby', '1.7'],
    ['What is the output of Penhallow for a mean tide?', 'Penhallow', '97'],
    ['How many households was the demand for tidal power measured in?', 'forty households'],
    ['How much would motors at the gates add to the output of the mills?', 'about a tenth'],
  ]),
  ...asked('tex-glass-song-twocolumn', [
    ['How many glasses were filled, and in which steps?', 'steps of ten millilitres'],
    ['How far apart in pitch were two empty glasses from the same box?', 'three semitones'],
    ['Which finger makes a glass sing best?', 'washed with soap'],
    ['How much water does a glass lose in an hour?', 'two millilitres'],
    ['How long does a set of kitchen glasses stay in tune?', 'half an evening'],
  ]),
  ...asked('typst-tallyman-booktabs', [
    ['How many matches does tallyman print by default?', 'The default is 10'],
    ['What is the exit status of tallyman when a file could not be read?', '2', 'could not be read'],
    ['How is a pattern of words in braces written for tallyman?', 'A word in braces'],
    ['Which option of tallyman leaves out older lines?', '--since', 'leaves out all lines'],
    ['How are counts of a log file used from a program?', "pattern: 'user {name} logged in'"],
  ]),
  ...asked('libreoffice-beekeeping-grid', [
    ['What does the beekeeper do in high summer?', 'honey supers'],
    ['When do the bees prepare to swarm?', 'prepare to swarm'],
    ['How much syrup does a medium colony need in autumn?', 'Medium', '14 litres'],
    ['Which reserve of honey do large colonies on two boxes have?', 'three combs'],
    ['When are mites treated?', 'Treat against mites'],
  ]),
  ...asked('chromium-moor-garden-zebra', [
    ['How long does larch last on peat?', 'fifteen years'],
    ['What was planted in the first year of the garden?', 'potatoes and buckwheat'],
    ['What happened to the beans in the second year?', 'drowned in June'],
    ['What keeps the water table of the garden where it was?', 'A board across the outlet'],
    ['Which animals came to the garden by themselves?', 'a heron'],
  ]),
  ...asked('chromium-ferry-traffic-ruled', [
    ['How many cars took the ferry in May?', 'May', '3,218'],
    ['How many crossings of the ferry were cancelled in February?', 'February', '31'],
    ['Which share of the revenue does freight have?', 'Freight', '10%'],
    ['When does the kiosk of the ferry open?', 'opens from April'],
    ['For how many days was the crossing closed?', 'nine days in February'],
  ]),
  ...asked('libreoffice-stock-list-rows', [
    ['On which shelf are the large glass rivets?', '1056', 'C-30'],
    ['How many small steel clasps are in stock at the ironmonger?', '1222', '127'],
    ['What is the price of a medium linen hinge?', '1226', '4.16'],
    ['What is done with articles that were not sold for five years?', 'kept in the loft'],
    ['Who counted the stock of the ironmonger?', 'two people'],
  ]),
]
