/**
 * Letters beyond ASCII of the languages that are written in Latin letters, by the charsets that were made for them. Portuguese has
 * õ before e alone, and French ç before a, o and u or at the end; `*` is behind those that a language has anywhere.
 */
export const latinAlphabets: readonly string[] = [
  'äöüßàâæçéèêëîïôœùûÿ',
  'áéíóúüñçªº',
  'ãõáéíóúâêôàçªº',
  'àèéìíîòóùú',
  'åäöæøéüòàêôó',
  'áéíóúýþæöð',
  'éëïóèêüáíöúä',
  'àçèéíïòóúü·',
  'äöüšžõ*',
  'ąćęłńóśźż',
  'áčďéěíňóřšťúůýž',
  'áäčďéíĺľňóôŕšťúýž',
  'áéíóöőúüű',
  'ăâîşţșț',
  'čćđšž',
  'ç*ğıöşüâîûİ',
  'ąčęėįšųūž',
  'āčēģīķļņšūž',
]

/** Letters of other scripts, the frequent ones first. */
export const letterOrders: readonly string[] = [
  'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё',
  'оаинівртелскумдпзьягбчйхцїжєюшщфґ',
  'αοιετσνηυρπκμλςάίόέώήύδγχθφβξζψϊϋΐΰ',
  'יוהלאתרבשמןדנםקכעפחסטגזצךףץ',
  'النيمورتبةعدسفهكقحجأصشطخزثذضغئءىظإؤآـًٌٍَُِّْ،؛؟',
  'านรอกเงมยลวดทสตะปบคหแจพชขใไผซธถโณศษญภฐฎฏฑฒฆฌฟฝฬฮฤๆำัิีึืุู็่้๊๋์ฯ',
]

/** Vowels of alphabets, without which no word of several letters is one. */
export const vowels = /[оеаиуяыэюёіїєαοιευηωάίόέώήύϊϋ]/iu

/** The most frequent characters of Chinese, simplified and traditional, and of Korean. */
export const frequentCharacters = {
  simplified:
    '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运合同号元货付款收',
  traditional:
    '這個們來為國時會說對過發後經麼現當沒動還進樣開從實軍無與長機情關點業將兩間問應戰頭體見產話內給門東聲員論處義幾認條氣題爾別變總電數報結務場計資許統區隊決馬書則聽達強難權設記類據邊張該規萬覺術領確傳師觀讓識帶導爭運',
  korean:
    '이다는에의을가고하지로한도은를사기서자니어아그인나대들정과수해리시있부제일보라전주장만동여으상게원공스구성무연국조오면내개안유거비소생관신미할계위모치선방것영실경물문회용중진분재했적되된요세물금월년',
} as const
