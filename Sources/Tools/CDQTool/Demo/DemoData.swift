/// The schema and data of `cdq demo`: those of Samples/Countries.
enum DemoData {
  static let schema = """
    enum Continent: String {
      africa = "Africa",
      asia = "Asia",
      europe = "Europe",
      northAmerica = "North America",
      oceania = "Oceania",
      southAmerica = "South America"
    }

    /// A country, by the name its people give it.
    entity Country {
      /// ISO 3166-1 alpha-2 code.
      code: String @unique
      name: String @index
      continent: Continent
      /// About 2023; nil where we do not know.
      population: Int64?
      /// They go when the country goes.
      cities: [City] inverse country @delete(cascade)
    }

    /// A city, or a place that calls itself one.
    entity City {
      id: Int64 @unique
      name: String @index
      /// About 2023; nil where we do not know.
      population: Int64?
      isCapital: Bool = false
      /// nil for places that belong to none of our countries.
      country: Country? inverse cities
    }

    /// Cities whose name starts with `prefix`, whatever its case and accents.
    query citiesNamed = City where name BEGINSWITH[cd] $prefix sort name [cd]

    /// The largest cities from `atLeast` inhabitants up, `count` at most.
    query largest = City where population >= $atLeast sort population desc, name limit $count

    /// The capital of the country with that code.
    query capital = one City where country.code == $country AND isCapital

    """

  /// CSV of the countries.
  static let countries = """
    code,name,continent,population
    PT,Portugal,Europe,10640000
    ES,España,Europe,48600000
    FR,France,Europe,68400000
    DE,Deutschland,Europe,84500000
    CH,Schweiz,Europe,8960000
    AT,Österreich,Europe,9150000
    IT,Italia,Europe,58900000
    NL,Nederland,Europe,17900000
    BE,België,Europe,11800000
    LU,Lëtzebuerg,Europe,672000
    IE,Éire,Europe,5280000
    GB,United Kingdom,Europe,68300000
    IS,Ísland,Europe,383000
    NO,Norge,Europe,5550000
    SE,Sverige,Europe,10550000
    DK,Danmark,Europe,5960000
    FI,Suomi,Europe,5600000
    EE,Eesti,Europe,1370000
    LV,Latvija,Europe,1880000
    LT,Lietuva,Europe,2870000
    PL,Polska,Europe,37600000
    CZ,Česko,Europe,10870000
    SK,Slovensko,Europe,5420000
    HU,Magyarország,Europe,9580000
    SI,Slovenija,Europe,2120000
    HR,Hrvatska,Europe,3860000
    RO,România,Europe,19060000
    GR,Ελλάδα,Europe,10400000
    MT,Malta,Europe,542000
    VA,Città del Vaticano,Europe,
    TR,Türkiye,Asia,85300000
    JP,日本,Asia,124000000
    KR,대한민국,Asia,51700000
    IN,India,Asia,1430000000
    VN,Việt Nam,Asia,100300000
    EG,Egypt,Africa,105000000
    KE,Kenya,Africa,51500000
    SN,Sénégal,Africa,18100000
    CI,Côte d’Ivoire,Africa,29400000
    MA,Maroc,Africa,37000000
    ZA,South Africa,Africa,62000000
    CA,Canada,North America,40100000
    US,United States,North America,335000000
    MX,México,North America,126000000
    CR,Costa Rica,North America,5040000
    BR,Brasil,South America,203000000
    AR,Argentina,South America,46000000
    CL,Chile,South America,19600000
    CO,Colombia,South America,52200000
    PE,Perú,South America,33700000
    UY,Uruguay,South America,3500000
    AU,Australia,Oceania,26600000
    NZ,Aotearoa,Oceania,5200000
    """

  /// CSV of the cities.
  static let cities = """
    id,name,population,isCapital,country
    1,Lisboa,546000,true,PT
    2,Porto,232000,false,PT
    3,Braga,193000,false,PT
    4,Coimbra,141000,false,PT
    5,Madrid,3330000,true,ES
    6,Barcelona,1660000,false,ES
    7,València,808000,false,ES
    8,Sevilla,684000,false,ES
    9,Málaga,586000,false,ES
    10,A Coruña,247000,false,ES
    11,Paris,2100000,true,FR
    12,Marseille,873000,false,FR
    13,Lyon,522000,false,FR
    14,Toulouse,504000,false,FR
    15,Nice,348000,false,FR
    16,Saint-Étienne,173000,false,FR
    17,Berlin,3660000,true,DE
    18,Hamburg,1850000,false,DE
    19,München,1490000,false,DE
    20,Köln,1080000,false,DE
    21,Frankfurt am Main,770000,false,DE
    22,Düsseldorf,630000,false,DE
    23,Nürnberg,520000,false,DE
    24,Bern,135000,true,CH
    25,Zürich,427000,false,CH
    26,Genève,206000,false,CH
    27,Basel,174000,false,CH
    28,Lausanne,142000,false,CH
    29,Wien,1980000,true,AT
    30,Graz,298000,false,AT
    31,Linz,210000,false,AT
    32,Salzburg,156000,false,AT
    33,Roma,2750000,true,IT
    34,Milano,1370000,false,IT
    35,Napoli,910000,false,IT
    36,Torino,847000,false,IT
    37,Palermo,630000,false,IT
    38,Forlì,117000,false,IT
    39,Amsterdam,932000,true,NL
    40,Rotterdam,664000,false,NL
    41,Den Haag,563000,false,NL
    42,Utrecht,368000,false,NL
    43,Brussel,,true,BE
    44,Antwerpen,536000,false,BE
    45,Gent,267000,false,BE
    46,Liège,195000,false,BE
    47,Lëtzebuerg,134000,true,LU
    48,Dublin,592000,true,IE
    49,Cork,224000,false,IE
    50,Galway,84000,false,IE
    51,London,8870000,true,GB
    52,Birmingham,1140000,false,GB
    53,Glasgow,635000,false,GB
    54,Edinburgh,524000,false,GB
    55,Cardiff,372000,false,GB
    56,Reykjavík,140000,true,IS
    57,Kópavogur,40000,false,IS
    58,Akureyri,20000,false,IS
    59,Oslo,717000,true,NO
    60,Bergen,291000,false,NO
    61,Trondheim,214000,false,NO
    62,Tromsø,78000,false,NO
    63,Stockholm,988000,true,SE
    64,Göteborg,604000,false,SE
    65,Malmö,362000,false,SE
    66,Uppsala,245000,false,SE
    67,Västerås,159000,false,SE
    68,København,660000,true,DK
    69,Aarhus,291000,false,DK
    70,Odense,182000,false,DK
    71,Aalborg,121000,false,DK
    72,Helsinki,675000,true,FI
    73,Espoo,314000,false,FI
    74,Tampere,256000,false,FI
    75,Jyväskylä,148000,false,FI
    76,Tallinn,454000,true,EE
    77,Tartu,97000,false,EE
    78,Pärnu,40000,false,EE
    79,Rīga,605000,true,LV
    80,Daugavpils,78000,false,LV
    81,Liepāja,67000,false,LV
    82,Vilnius,602000,true,LT
    83,Kaunas,305000,false,LT
    84,Klaipėda,158000,false,LT
    85,Warszawa,1860000,true,PL
    86,Kraków,806000,false,PL
    87,Wrocław,674000,false,PL
    88,Łódź,652000,false,PL
    89,Poznań,537000,false,PL
    90,Gdańsk,487000,false,PL
    91,Białystok,291000,false,PL
    92,Praha,1380000,true,CZ
    93,Brno,400000,false,CZ
    94,Ostrava,285000,false,CZ
    95,Plzeň,186000,false,CZ
    96,Bratislava,476000,true,SK
    97,Košice,226000,false,SK
    98,Žilina,81000,false,SK
    99,Budapest,1690000,true,HU
    100,Debrecen,199000,false,HU
    101,Győr,128000,false,HU
    102,Pécs,138000,false,HU
    103,Ljubljana,285000,true,SI
    104,Maribor,96000,false,SI
    105,Zagreb,767000,true,HR
    106,Split,160000,false,HR
    107,Rijeka,107000,false,HR
    108,București,1720000,true,RO
    109,Cluj-Napoca,287000,false,RO
    110,Iași,271000,false,RO
    111,Timișoara,251000,false,RO
    112,Brașov,237000,false,RO
    113,Αθήνα,643000,true,GR
    114,Θεσσαλονίκη,319000,false,GR
    115,Πάτρα,173000,false,GR
    116,Valletta,5200,true,MT
    117,Birkirkara,26000,false,MT
    118,Ankara,,true,TR
    119,İstanbul,15660000,false,TR
    120,İzmir,,false,TR
    121,Eskişehir,,false,TR
    122,東京,14090000,true,JP
    123,大阪,2750000,false,JP
    124,京都,1440000,false,JP
    125,札幌,1970000,false,JP
    126,서울,9390000,true,KR
    127,부산,3290000,false,KR
    128,인천,3000000,false,KR
    129,New Delhi,250000,true,IN
    130,Mumbai,12440000,false,IN
    131,Bengaluru,8440000,false,IN
    132,Chennai,4650000,false,IN
    133,Kolkata,4500000,false,IN
    134,Hà Nội,8590000,true,VN
    135,Đà Nẵng,1250000,false,VN
    136,Cần Thơ,1260000,false,VN
    137,Cairo,10200000,true,EG
    138,Alexandria,5500000,false,EG
    139,Giza,4460000,false,EG
    140,Nairobi,4400000,true,KE
    141,Mombasa,1210000,false,KE
    142,Kisumu,398000,false,KE
    143,Dakar,1280000,true,SN
    144,Thiès,,false,SN
    145,Saint-Louis,,false,SN
    146,Yamoussoukro,,true,CI
    147,Abidjan,5620000,false,CI
    148,Bouaké,740000,false,CI
    149,Rabat,516000,true,MA
    150,Casablanca,3240000,false,MA
    151,Fès,1260000,false,MA
    152,Pretoria,,true,ZA
    153,Cape Town,4770000,false,ZA
    154,Durban,4240000,false,ZA
    155,Johannesburg,4800000,false,ZA
    156,Ottawa,1020000,true,CA
    157,Toronto,2790000,false,CA
    158,Montréal,1760000,false,CA
    159,Vancouver,662000,false,CA
    160,Québec,549000,false,CA
    161,Washington,690000,true,US
    162,New York,8800000,false,US
    163,Los Angeles,3900000,false,US
    164,Chicago,2750000,false,US
    165,San José,1010000,false,US
    166,Ciudad de México,9210000,true,MX
    167,Guadalajara,1390000,false,MX
    168,Monterrey,1140000,false,MX
    169,Mérida,921000,false,MX
    170,León,1580000,false,MX
    171,San José,352000,true,CR
    172,Alajuela,,false,CR
    173,Limón,,false,CR
    174,Brasília,2820000,true,BR
    175,São Paulo,11450000,false,BR
    176,Rio de Janeiro,6210000,false,BR
    177,Salvador,2420000,false,BR
    178,Belém,1300000,false,BR
    179,Florianópolis,537000,false,BR
    180,Buenos Aires,3120000,true,AR
    181,Córdoba,1510000,false,AR
    182,Rosario,,false,AR
    183,San Miguel de Tucumán,,false,AR
    184,Santiago,,true,CL
    185,Valparaíso,,false,CL
    186,Concepción,,false,CL
    187,Bogotá,7900000,true,CO
    188,Medellín,2600000,false,CO
    189,Cali,2280000,false,CO
    190,Cúcuta,,false,CO
    191,Lima,,true,PE
    192,Arequipa,,false,PE
    193,Cusco,,false,PE
    194,Montevideo,1300000,true,UY
    195,Salto,,false,UY
    196,Canberra,457000,true,AU
    197,Sydney,5300000,false,AU
    198,Melbourne,5080000,false,AU
    199,Perth,2190000,false,AU
    200,Wellington,216000,true,NZ
    201,Auckland,1480000,false,NZ
    202,Whangārei,,false,NZ
    203,Gibraltar,34000,false,
    204,Tórshavn,14000,false,
    205,Longyearbyen,2400,false,
    """
}
